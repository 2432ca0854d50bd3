-- Put the entries of the archive before what the stream has, if it is still this file that they are from.
--
-- KEYS: events, archived. Both lie in one hash slot.
-- ARGV: what says where they are, the last archived position, then for each entry: position, e, s, h.
-- The reply is 1 if they are back.
local events, archived = KEYS[1], KEYS[2]
if redis.call('GET', archived) ~= ARGV[1] then return 0 end
local later = redis.call('XRANGE', events, '(' .. ARGV[2], '+')
redis.call('DEL', events)
for place = 3, #ARGV, 4 do
  redis.call('XADD', events, ARGV[place], 'e', ARGV[place + 1], 's', ARGV[place + 2], 'h', ARGV[place + 3])
end
for _, entry in ipairs(later) do redis.call('XADD', events, entry[1], unpack(entry[2], 1, 6)) end
redis.call('DEL', archived)
return 1
