-- What records make of games in the lobby: summaries, their places in the indexes, and checkpoints, in one step.
--
-- KEYS: checkpoints, summaries, places, private games, solitary games. They and all indexes share one hash slot.
-- ARGV: the prefix of the indexes, then for each record: partition, number, game id, summary (empty: the game leaves the
--       lobby), private (0 or 1), solitary (0 or 1), member, updated at, when its next deadline is (0: it has none), when
--       to remind of one (0: never), how many indexes, how many waiting lists, then the names of both.
-- The reply is how many records were new.
local checkpoints, summaries, places, private_games, solitary_games = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local prefix = ARGV[1]

-- A place that stays is not written again.
local function apply(game, summary, private, solitary, member, updated_at, timed, indexes, waiting)
  local names, stays = {}, {}
  local function list(name)
    names[#names + 1] = name
    stays[name] = true
  end
  for _, name in ipairs(indexes) do
    redis.call('ZADD', prefix .. name, 0, member)
    list(name)
  end
  for _, name in ipairs(waiting) do
    -- A list in which the game stays keeps its score: a player who still has to move has waited since then.
    redis.call('ZADD', prefix .. name, 'NX', updated_at, member)
    list(name)
  end
  for name, at in pairs(timed) do
    if at ~= '0' then
      redis.call('ZADD', prefix .. name, at, member)
      list(name)
    end
  end
  local kept = redis.call('HGET', places, game)
  local old_member, old_names = string.match(kept or '', '^([^\n]*)\n(.*)$')
  for name in string.gmatch(old_names or '', '[^\n]+') do
    if old_member ~= member or not stays[name] then redis.call('ZREM', prefix .. name, old_member) end
  end
  redis.call(private == '1' and 'SADD' or 'SREM', private_games, game)
  if solitary == '1' then
    redis.call('ZADD', solitary_games, updated_at, game)
  else
    redis.call('ZREM', solitary_games, game)
  end
  if summary == '' then
    redis.call('HDEL', summaries, game)
    redis.call('HDEL', places, game)
    return
  end
  redis.call('HSET', summaries, game, summary)
  local now = member .. '\n' .. table.concat(names, '\n')
  if now ~= kept then redis.call('HSET', places, game, now) end
end

local taken, at = 0, 2
while at <= #ARGV do
  local partition, number = ARGV[at], ARGV[at + 1]
  local first_waiting = at + 12 + tonumber(ARGV[at + 10])
  local following = first_waiting + tonumber(ARGV[at + 11])
  if tonumber(number) > tonumber(redis.call('HGET', checkpoints, partition) or '0') then
    local indexes, waiting = {}, {}
    for place = at + 12, following - 1 do
      local names = place < first_waiting and indexes or waiting
      names[#names + 1] = ARGV[place]
    end
    local timed = {deadline = ARGV[at + 8], reminder = ARGV[at + 9]}
    apply(ARGV[at + 2], ARGV[at + 3], ARGV[at + 4], ARGV[at + 5], ARGV[at + 6], ARGV[at + 7], timed, indexes, waiting)
    redis.call('HSET', checkpoints, partition, number)
    taken = taken + 1
  end
  at = following
end
return taken
