-- One record's effect on the results: what a game came to, its places in the lists, and the checkpoint, in one step.
--
-- KEYS: the making, checkpoints, results, places, revisions, folded. They and all lists share one hash slot.
-- ARGV: the making that this belongs to, partition, number, game id (empty: only the checkpoint), result (empty: the game
--       came to nothing), member, ladder (empty: it is not rated), the prefix of the lists, then everybody concerned.
local making, checkpoints, results, places = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local revisions, folded = KEYS[5], KEYS[6]
local partition, number, game, result, member = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local ladder, prefix, first = ARGV[7], ARGV[8], 9

if redis.call('GET', making) ~= ARGV[1] then return 0 end
if tonumber(number) <= tonumber(redis.call('HGET', checkpoints, partition) or '0') then return 0 end
redis.call('HSET', checkpoints, partition, number)
if game == '' or (redis.call('HGET', results, game) or '') == result then return 1 end

-- A ladder on which something changes is not up to date; if that lies behind what was counted, it is counted anew.
local function touch(name, at)
  redis.call('HINCRBY', revisions, name, 1)
  local last = string.match(redis.call('HGET', folded, name) or '', ' (.*)$')
  if last and at <= last then redis.call('HDEL', folded, name) end
end

local old_member, old_ladder, old_people = string.match(redis.call('HGET', places, game) or '', '^([^\n]*)\n([^\n]*)\n(.*)$')
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
  return 1
end
local people = {}
for place = first, #ARGV do
  people[#people + 1] = ARGV[place]
  redis.call('ZADD', prefix .. 'of:' .. ARGV[place], 0, member)
end
if ladder ~= '' then
  redis.call('ZADD', prefix .. 'rated:' .. ladder, 0, member)
  touch(ladder, member)
end
redis.call('HSET', results, game, result)
redis.call('HSET', places, game, member .. '\n' .. ladder .. '\n' .. table.concat(people, '\n'))
return 1
