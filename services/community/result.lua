-- What a game came to, and its places in the lists. The document is the result; without one the game came to nothing.
--
-- The change: member, ladder (empty: it is not rated), the ids of the people who are concerned. Of each ladder there is
-- counted how often it changed, and how often a result was taken off it.
local function apply(prefix, game, result, change)
  local results, places = prefix .. 'results', prefix .. 'places'
  local member, ladder = change.member, change.ladder

  if (redis.call('HGET', results, game) or '') == result then return end
  local kept = redis.call('HGET', places, game) or ''
  local old_member, old_ladder, old_people = string.match(kept, '^([^\n]*)\n([^\n]*)\n(.*)$')
  if old_member then
    for who in string.gmatch(old_people, '[^\n]+') do redis.call('ZREM', prefix .. 'of:' .. who, old_member) end
    if old_ladder ~= '' then
      redis.call('ZREM', prefix .. 'rated:' .. old_ladder, old_member)
      redis.call('HDEL', prefix .. 'after:' .. old_ladder, game)
      redis.call('HINCRBY', prefix .. 'revisions', old_ladder, 1)
      redis.call('HINCRBY', prefix .. 'replaced', old_ladder, 1)
    end
  end
  if result == '' then
    redis.call('HDEL', results, game)
    redis.call('HDEL', places, game)
    return
  end
  for _, who in ipairs(change.people) do redis.call('ZADD', prefix .. 'of:' .. who, 0, member) end
  if ladder ~= '' then
    redis.call('ZADD', prefix .. 'rated:' .. ladder, 0, member)
    redis.call('HINCRBY', prefix .. 'revisions', ladder, 1)
  end
  redis.call('HSET', results, game, result)
  redis.call('HSET', places, game, member .. '\n' .. ladder .. '\n' .. table.concat(change.people, '\n'))
end
