-- Set fields of a hash that are there still: who has ended or forgotten one meanwhile does not find it again.
--
-- KEYS: the hash. ARGV: each field with its new value. How many were set.
local set = 0
for at = 1, #ARGV, 2 do
  if redis.call('HEXISTS', KEYS[1], ARGV[at]) == 1 then
    redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1])
    set = set + 1
  end
end
return set
