-- Hands the reminders of a game over, each once.
--
-- KEYS: what was handed over of this game, the stream of reminders. ARGV: the name and the text of each reminder.
local given, reminders = KEYS[1], KEYS[2]
local is_new = 0
for place = 1, #ARGV, 2 do
  if redis.call('HSETNX', given, ARGV[place], '1') == 1 then
    redis.call('XADD', reminders, 'MAXLEN', '~', '10000', '*', 'reminder', ARGV[place + 1])
    is_new = 1
  end
end
redis.call('EXPIRE', given, 7776000)
return is_new
