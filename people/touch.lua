-- Note when a credential was used last, unless it was ended meanwhile.
--
-- KEYS: the player's credentials. ARGV: the credential's hash, the time. 1 when it was noted, else 0.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
