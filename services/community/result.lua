-- What a game came to, and its places in the lists. The document is the result; without one the game came to nothing.
--
-- The change: member, ladder (empty: it is not rated), the ids of the people who are concerned.
local function apply(prefix, game, result, change)
  local results, places, revisions, folded = prefix .. 'results', prefix .. 'places', prefix .. 'revisions', prefix .. 'folded'
  local member, ladder = change.member, change.ladder

  -- A ladder on which something changes is not up to date; if that lies behind what was counted, it is counted anew.
  local function touch(name, at)
    redis.call('HINCRBY', revisions, name, 1)
    local last = string.match(redis.call('HGET', folded, name) or '', ' (.*)$')
    if last and at <= last then redis.call('HDEL', folded, name) end
  end

  if (redis.call('HGET', results, game) or '') == result then return end
  local kept = redis.call('HGET', places, game) or ''
  local old_member, old_ladder, old_people = string.match(kept, '^([^\n]*)\n([^\n]*)\n(.*)$')
  if old_member then
    for who in string.gmatch(old_people, '[^\n]+') do redis.call('ZREM', prefix .. 'of:' .. who, old_member) end
    if old_ladder ~= '' then
      redis.call('ZREM', prefix .. 'rated:' .. old_ladder, old_member)
      touch(old_ladder, old_member)
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
    touch(ladder, member)
  end
  redis.call('HSET', results, game, result)
  redis.call('HSET', places, game, member .. '\n' .. ladder .. '\n' .. table.concat(change.people, '\n'))
end
