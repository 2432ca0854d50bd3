-- Keep a seat's orders, unless somebody has changed them since they were read.
--
-- KEYS: the orders of the game. ARGV: the seat, what was read, what is kept from now on (empty: nothing). 1 when it is
-- done, else 0.
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
return 1
