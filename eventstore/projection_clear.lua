-- Deletes a read model in one step, and begins another build of it, unless somebody else has begun to delete it.
--
-- KEYS: the id of the build, then all that is deleted. ARGV: the mark of this deletion, the id of the next build.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
for place = 2, #KEYS do redis.call('UNLINK', KEYS[place]) end
redis.call('SET', KEYS[1], ARGV[2])
return 1
