-- Release the entries of a game that are in the archive, if the stream ends as it did when it was read.
--
-- KEYS: events, head, archived. All lie in one hash slot.
-- ARGV: the last position, its digest, how many entries the stream had, what says where they are.
-- The reply is 1 if they were released.
local events, head, archived = KEYS[1], KEYS[2], KEYS[3]
local found = redis.call('HMGET', head, 'position', 'digest', 'closed')
if found[1] ~= ARGV[1] or found[2] ~= ARGV[2] or found[3] ~= '1' then return 0 end
if redis.call('XLEN', events) ~= tonumber(ARGV[3]) then return 0 end
local last = redis.call('XREVRANGE', events, '+', '-', 'COUNT', 1)[1]
if not last or last[1] ~= ARGV[1] then return 0 end
redis.call('SET', archived, ARGV[4])
redis.call('DEL', events)
return 1
