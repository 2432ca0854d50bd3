-- What records make of the results: what games came to, their places in the lists, and checkpoints, in one step.
--
-- KEYS: the making, checkpoints, results, places, revisions, folded. They and all lists share one hash slot.
-- ARGV: the making that this belongs to, the prefix of the lists, then for each record: partition, number, game id (empty:
--       only the checkpoint), result (empty: the game came to nothing), member, ladder (empty: it is not rated), how many
--       are concerned, then their ids.
-- The reply is how many records were new.
local making, checkpoints, results, places = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local revisions, folded = KEYS[5], KEYS[6]
local prefix = ARGV[2]

-- A ladder on which something changes is not up to date; if that lies behind what was counted, it is counted anew.
local function touch(name, at)
  redis.call('HINCRBY', revisions, name, 1)
  local last = string.match(redis.call('HGET', folded, name) or '', ' (.*)$')
  if last and at <= last then redis.call('HDEL', folded, name) end
end

local function apply(game, result, member, ladder, people)
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
  for _, who in ipairs(people) do redis.call('ZADD', prefix .. 'of:' .. who, 0, member) end
  if ladder ~= '' then
    redis.call('ZADD', prefix .. 'rated:' .. ladder, 0, member)
    touch(ladder, member)
  end
  redis.call('HSET', results, game, result)
  redis.call('HSET', places, game, member .. '\n' .. ladder .. '\n' .. table.concat(people, '\n'))
end

if redis.call('GET', making) ~= ARGV[1] then return 0 end
local taken, at = 0, 3
while at <= #ARGV do
  local partition, number, game, following = ARGV[at], ARGV[at + 1], ARGV[at + 2], at + 7 + tonumber(ARGV[at + 6])
  if tonumber(number) > tonumber(redis.call('HGET', checkpoints, partition) or '0') then
    redis.call('HSET', checkpoints, partition, number)
    local people = {}
    for place = at + 7, following - 1 do people[#people + 1] = ARGV[place] end
    if game ~= '' then apply(game, ARGV[at + 3], ARGV[at + 4], ARGV[at + 5], people) end
    taken = taken + 1
  end
  at = following
end
return taken
