-- Put a notice into a person's inbox, once, with what is to be sent of it; in one step.
--
-- KEYS: notices, their order, unread ones, ids that were told and are not among the notices, subjects, number of changes,
-- what is to be sent, the player: of one who was deleted nothing is told. ARGV: the id, the notice, its subject (or
-- empty), its place there, the most notices, the most of a bot, the most ids, 1 if an unread one of the subject tells it,
-- then the name and the text of each sending. The number of the change, or 0: it was told before, or by another one, or
-- something newer has been told of its subject.
local notices, order, unread, told, subjects, number, outbox, player = unpack(KEYS)
local id, notice, subject, place = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local is_bot = redis.call('HEXISTS', player, 'owner') == 1
local most, most_told, is_gathered = tonumber(ARGV[is_bot and 6 or 5]), tonumber(ARGV[7]), ARGV[8] == '1'

-- A notice that is told again, after a crash, is known by its id: among the notices, or apart from them.
local function remember(change, one)
  -- Also one that an earlier version put there: it counts from now on.
  redis.call('ZADD', told, change, one)
  redis.call('ZREMRANGEBYRANK', told, 0, -1 - most_told)
end

if redis.call('HEXISTS', player, 'is_former') == 1 then return 0 end
if redis.call('HEXISTS', notices, id) == 1 or redis.call('ZSCORE', told, id) then return 0 end
local change = redis.call('INCR', number)

if subject ~= '' then
  local kept = redis.call('HGET', subjects, subject)
  local newest, before = string.match(kept or '', '^(%d+) (.*)$')
  if newest and tonumber(newest) >= place then
    remember(change, id)
    return 0
  end
  if is_gathered and before and redis.call('ZSCORE', unread, before) then
    redis.call('HSET', subjects, subject, ARGV[4] .. ' ' .. before)
    remember(change, id)
    return 0
  end
  if before and before ~= '' then redis.call('ZREM', unread, before) end
  -- As it came: a large number would be written shortened.
  redis.call('HSET', subjects, subject, ARGV[4] .. ' ' .. id)
end

redis.call('HSET', notices, id, notice)
redis.call('ZADD', order, change, id)
redis.call('ZADD', unread, change, id)
while redis.call('ZCARD', order) > most do
  local oldest = redis.call('ZPOPMIN', order)[1]
  redis.call('HDEL', notices, oldest)
  redis.call('ZREM', unread, oldest)
  remember(change, oldest)
end
for at = 9, #ARGV, 2 do redis.call('HSET', outbox, ARGV[at], ARGV[at + 1]) end
return change
