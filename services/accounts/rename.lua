-- Give a player another name, unless they are deleted or were renamed meanwhile.
--
-- KEYS: the player. ARGV: the name that was read, the new one, the field of deleted players, that of the former name.
-- 1 when it was changed.
local player, before, name, former, old = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
if redis.call('HEXISTS', player, former) == 1 or redis.call('HGET', player, 'name') ~= before then return 0 end
redis.call('HSET', player, 'name', name, old, before)
return 1
