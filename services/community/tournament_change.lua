-- Change a tournament if it still is what was read: two who change it at once cannot lose each other's change.
--
-- KEYS: the tournaments, the tournaments by their games. ARGV: the id, what was read (empty: nothing), what shall be there,
-- then the games that are new. 1 when it was changed.
local found = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if found ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
for place = 4, #ARGV do redis.call('HSET', KEYS[2], ARGV[place], ARGV[1]) end
return 1
