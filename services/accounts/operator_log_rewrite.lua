-- Write some deeds anew where they stand; the others stay as they are, also those that came meanwhile.
--
-- KEYS: the deeds. ARGV: the ids of the deeds to be written anew, each with what stands there from now on.
local anew = {}
for place = 1, #ARGV, 2 do anew[ARGV[place]] = ARGV[place + 1] end
local deeds = redis.call('XRANGE', KEYS[1], '-', '+')
redis.call('DEL', KEYS[1])
for _, deed in ipairs(deeds) do
  redis.call('XADD', KEYS[1], deed[1], 'deed', anew[deed[1]] or deed[2][2])
end
return #deeds
