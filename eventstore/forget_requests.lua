-- Forget the requests of a game that is over, if it still ends where the caller saw it. A request that comes again is
-- then refused like any other to a game that is over.
--
-- KEYS: head, requests. Both lie in one hash slot. ARGV: the last position, its digest. 1 if there were any.
local found = redis.call('HMGET', KEYS[1], 'position', 'digest', 'closed')
if found[1] ~= ARGV[1] or found[2] ~= ARGV[2] or found[3] ~= '1' then return 0 end
return redis.call('UNLINK', KEYS[2])
