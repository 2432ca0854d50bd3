-- Shortens a log at its beginning: of its earlier records only each game's last one is remembered, by its number.
--
-- KEYS: the log, the games of its earlier records. ARGV: how many records stay, the most that go in this call.
-- What a group of readers has not done yet stays, too. The reply is how many records went.
local log, games, most = KEYS[1], KEYS[2], tonumber(ARGV[2])
local spare = math.min(redis.call('XLEN', log) - tonumber(ARGV[1]), most)
if spare <= 0 then return 0 end

local function number_of(id)
  return tonumber(string.match(id, '^(%d+)%-'))
end

local done = math.huge
for _, group in ipairs(redis.call('XINFO', 'GROUPS', log)) do
  local told = {}
  for place = 1, #group, 2 do told[group[place]] = group[place + 1] end
  done = math.min(done, number_of(told['last-delivered-id']))
  if told.pending > 0 then
    local first = redis.call('XPENDING', log, told.name)[2]
    if first then done = math.min(done, number_of(first) - 1) end
  end
end

local gone, last = 0, nil
for _, record in ipairs(redis.call('XRANGE', log, '-', '+', 'COUNT', spare)) do
  local number = number_of(record[1])
  if number > done then break end
  for place = 1, #record[2], 2 do
    if record[2][place] == 'game' then redis.call('ZADD', games, number, record[2][place + 1]) end
  end
  gone, last = gone + 1, number
end
if last then redis.call('XTRIM', log, 'MINID', string.format('%.0f', last + 1) .. '-0') end
return gone
