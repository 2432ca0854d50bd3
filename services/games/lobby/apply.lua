-- A game in the lobby: its summary and its places in the indexes. The document is the summary; without one it leaves.
--
-- The change: private, solitary, member, when it was updated, when its next deadline is and when to remind of one (0:
-- never), the names of the indexes and of the waiting lists, and the marks, by which no list is found but games are left
-- out of one. A place that stays is not written again.
local function apply(prefix, game, summary, change)
  local index, places, member = prefix .. 'index:', prefix .. 'places', change.member
  local names, stays = {}, {}
  local function list(name)
    names[#names + 1] = name
    stays[name] = true
  end
  for _, name in ipairs(change.indexes or {}) do
    redis.call('ZADD', index .. name, 0, member)
    list(name)
  end
  for _, name in ipairs(change.waiting or {}) do
    -- A list in which the game stays keeps its score: a player who still has to move has waited since then.
    redis.call('ZADD', index .. name, 'NX', change.updated_at, member)
    list(name)
  end
  for name, at in pairs(change.timed or {}) do
    if at ~= 0 then
      redis.call('ZADD', index .. name, at, member)
      list(name)
    end
  end
  for _, mark in ipairs(change.marks or {}) do names[#names + 1] = '=' .. mark end
  local kept = redis.call('HGET', places, game)
  local old_member, old_names = string.match(kept or '', '^([^\n]*)\n(.*)$')
  for name in string.gmatch(old_names or '', '[^\n]+') do
    local is_list = string.sub(name, 1, 1) ~= '='
    if is_list and (old_member ~= member or not stays[name]) then redis.call('ZREM', index .. name, old_member) end
  end
  redis.call(change.private and 'SADD' or 'SREM', prefix .. 'private', game)
  if change.solitary then
    redis.call('ZADD', prefix .. 'solitary', change.updated_at, game)
  else
    redis.call('ZREM', prefix .. 'solitary', game)
  end
  if summary == '' then
    redis.call('HDEL', prefix .. 'summaries', game)
    redis.call('HDEL', places, game)
    return
  end
  redis.call('HSET', prefix .. 'summaries', game, summary)
  local now = member .. '\n' .. table.concat(names, '\n')
  if now ~= kept then redis.call('HSET', places, game, now) end
end
