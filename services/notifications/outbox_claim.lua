-- Take what is due in one channel for one of a person's addresses there.
--
-- KEYS: what is to be sent. ARGV: the channel with a space behind it, the time, until when nobody else takes it, how many
-- at most. The names and texts of what was taken, as it was before.
local outbox, channel, now, held_until, most = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local taken, target = {}, nil
local all = redis.call('HGETALL', outbox)
for at = 1, #all, 2 do
  local name, text = all[at], all[at + 1]
  if string.sub(name, 1, #channel) == channel then
    local own = string.match(name, '^[^ ]+ ([^ ]+) ')
    local sending = cjson.decode(text)
    if sending.due <= now and (target == nil or own == target) and #taken < 2 * most then
      target = own
      taken[#taken + 1] = name
      taken[#taken + 1] = text
      sending.due = held_until
      redis.call('HSET', outbox, name, cjson.encode(sending))
    end
  end
end
return taken
