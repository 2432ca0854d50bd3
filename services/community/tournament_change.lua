-- Change a tournament if it still is what was read: two who change it at once cannot lose each other's change.
--
-- KEYS: the tournaments, the tournaments by their games, the announcements that are not told yet. ARGV: the id, what was
-- read (empty: nothing), what shall be there, the number of games that are new, these games, then the announcements. 1
-- when it was changed.
local found = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if found ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
local last = 4 + tonumber(ARGV[4])
for place = 5, last do redis.call('HSET', KEYS[2], ARGV[place], ARGV[1]) end
for place = last + 1, #ARGV do redis.call('XADD', KEYS[3], '*', 'announcement', ARGV[place]) end
return 1
