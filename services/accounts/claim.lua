-- Take every look of a name for a player, or none: two who ask at the same time cannot both get it. With an invitation
-- its use is counted with the name: reserved together for a while, then for good together.
--
-- KEYS: the looks, after the invitation if there is one. ARGV: the player's id, for how many milliseconds (0: for good),
-- the time if there is an invitation. 1 when they are the player's, 0: another has one, -1: the invitation is not valid.
local id, milliseconds, now = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local invitation, first = nil, 1
if now then invitation, first = KEYS[1], 2 end
local pending = 'pending:' .. id

if invitation and milliseconds > 0 then
  local kept = redis.call('HMGET', invitation, 'most', 'ends_at', 'used')
  if not kept[1] or tonumber(kept[2]) <= now then return -1 end
  local taken = tonumber(kept[3])
  local fields = redis.call('HGETALL', invitation)
  for at = 1, #fields, 2 do
    if string.sub(fields[at], 1, 8) == 'pending:' and fields[at] ~= pending then
      if tonumber(fields[at + 1]) > now then
        taken = taken + 1
      else
        redis.call('HDEL', invitation, fields[at])
      end
    end
  end
  if taken >= tonumber(kept[1]) then return -1 end
end

for at = first, #KEYS do
  local owner = redis.call('GET', KEYS[at])
  if owner and owner ~= id then return 0 end
end
for at = first, #KEYS do
  if milliseconds == 0 then
    redis.call('SET', KEYS[at], id)
  else
    redis.call('SET', KEYS[at], id, 'PX', milliseconds)
  end
end
if invitation and milliseconds > 0 then
  redis.call('HSET', invitation, pending, now + milliseconds)
elseif invitation and redis.call('HDEL', invitation, pending) == 1 then
  redis.call('HINCRBY', invitation, 'used', 1)
end
return 1
