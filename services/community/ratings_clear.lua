-- Forgets all results and ratings in one step, and says with which making of them it begins anew.
--
-- KEYS: the making, then all that is forgotten. ARGV: the new making.
for place = 2, #KEYS do redis.call('DEL', KEYS[place]) end
redis.call('SET', KEYS[1], ARGV[1])
return 1
