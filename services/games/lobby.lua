-- One record's effect on the lobby: the summary, its places in the indexes, and the checkpoint, in one step.
--
-- KEYS: checkpoints, summaries, places, private games, solitary games. They and all indexes share one hash slot.
-- ARGV: partition, number, game id, summary (empty: the game leaves the lobby), private (0 or 1), solitary (0 or 1),
--       member, updated at, when its next deadline is (0: it has none), when to remind of one (0: never), the prefix of
--       the indexes, how many indexes, their names, then the names of the waiting lists.
local checkpoints, summaries, places, private_games, solitary_games = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local partition, number, game, summary = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local private, solitary, member, updated_at = ARGV[5], ARGV[6], ARGV[7], ARGV[8]
local timed = {deadline = ARGV[9], reminder = ARGV[10]}
local prefix, indexes, first = ARGV[11], tonumber(ARGV[12]), 13

if tonumber(number) <= tonumber(redis.call('HGET', checkpoints, partition) or '0') then return 0 end

-- A list in which the game stays keeps its score: a player who still has to move has waited since then.
local kept = redis.call('HGET', places, game)
local old_member, old_names = string.match(kept or '', '^([^\n]*)\n(.*)$')
local scores = {}
for name in string.gmatch(old_names or '', '[^\n]+') do
  scores[name] = redis.call('ZSCORE', prefix .. name, old_member)
  redis.call('ZREM', prefix .. name, old_member)
end
redis.call('SREM', private_games, game)
redis.call('ZREM', solitary_games, game)

if summary == '' then
  redis.call('HDEL', summaries, game)
  redis.call('HDEL', places, game)
else
  local names = {}
  for place = first, #ARGV do
    local name = ARGV[place]
    local score = 0
    if place >= first + indexes then score = scores[name] or updated_at end
    redis.call('ZADD', prefix .. name, score, member)
    names[#names + 1] = name
  end
  for name, at in pairs(timed) do
    if at ~= '0' then
      redis.call('ZADD', prefix .. name, at, member)
      names[#names + 1] = name
    end
  end
  if private == '1' then redis.call('SADD', private_games, game) end
  if solitary == '1' then redis.call('ZADD', solitary_games, updated_at, game) end
  redis.call('HSET', summaries, game, summary)
  redis.call('HSET', places, game, member .. '\n' .. table.concat(names, '\n'))
end
redis.call('HSET', checkpoints, partition, number)
return 1
