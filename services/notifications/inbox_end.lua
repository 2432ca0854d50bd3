-- A subject is over: what was told of it last counts as unread no longer, and nothing older is told of it any more.
--
-- KEYS: subjects, unread notices, number of changes, the player, who may be deleted. ARGV: the subject, its place. 1 when something is different now.
local subjects, unread, number = KEYS[1], KEYS[2], KEYS[3]
if redis.call('HEXISTS', KEYS[4], 'is_former') == 1 then return 0 end
local kept = redis.call('HGET', subjects, ARGV[1])
local newest, id = string.match(kept or '', '^(%d+) (.*)$')
if newest and tonumber(newest) >= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', subjects, ARGV[1], ARGV[2] .. ' ')
if not id or id == '' then return 0 end
redis.call('ZREM', unread, id)
redis.call('INCR', number)
return 1
