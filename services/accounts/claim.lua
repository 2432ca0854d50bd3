-- Take every look of a name for a player, or none: two who ask at the same time cannot both get it.
--
-- KEYS: the looks. ARGV: the player's id, for how many milliseconds (0: for good). 1 when they are the player's, else 0.
for _, look in ipairs(KEYS) do
  local owner = redis.call('GET', look)
  if owner and owner ~= ARGV[1] then return 0 end
end
for _, look in ipairs(KEYS) do
  if ARGV[2] == '0' then
    redis.call('SET', look, ARGV[1])
  else
    redis.call('SET', look, ARGV[1], 'PX', ARGV[2])
  end
end
return 1
