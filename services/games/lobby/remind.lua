-- Hands reminders over, each once, and takes the game off the list of those to be looked at.
--
-- KEYS: what was handed over of this game, the stream of reminders, places, the list of those to be looked at. ARGV: the
-- game's id, then the name and the text of each reminder.
local given, reminders, places, list = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local is_new = 0
for place = 2, #ARGV, 2 do
  if redis.call('HSETNX', given, ARGV[place], '1') == 1 then
    redis.call('XADD', reminders, 'MAXLEN', '~', '10000', '*', 'reminder', ARGV[place + 1])
    is_new = 1
  end
end
redis.call('EXPIRE', given, 7776000)
local member = string.match(redis.call('HGET', places, ARGV[1]) or '', '^([^\n]*)\n')
if member then redis.call('ZREM', list, member) end
return is_new
