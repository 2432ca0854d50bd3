-- The one append: an action or several, the head, the request and the partition's log record, all of them or nothing.
-- Lua does not roll back what it wrote, so every check comes before the first write.
--
-- KEYS: events, head, requests, log, log head, archived. All lie in one hash slot.
-- ARGV: game id, expected position, expected digest, closes (0 or 1), idempotency key (empty: none), request digest,
--       the most entries of a tail, then for each entry: position, e, s, h.
local events, head, requests, log, log_head, archived = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local game, expected, expected_digest, closes = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local idempotency_key, request_digest, most_tail = ARGV[5], ARGV[6], ARGV[7]
local FIRST_ENTRY = 8
local BEGINNING, FIRST_DIGEST = '0-0', string.rep('\0', 32)

local function broken(reason)
  return redis.error_reply('BROKEN ' .. reason)
end

-- The arguments are what the caller's program promises; anything else is a bug there.
if #KEYS ~= 6 then return broken('an append has six Redis names') end
if #ARGV < FIRST_ENTRY + 3 or (#ARGV - FIRST_ENTRY + 1) % 4 ~= 0 then
  return broken('an append has at least one entry of four parts')
end
if closes ~= '0' and closes ~= '1' then return broken('closes is 0 or 1') end
local expected_action = string.match(expected, '^(%d+)%-%d+$')
if not expected_action or #expected_action > 15 then return broken('the expected position is not a position') end
local action = string.format('%.0f', tonumber(expected_action) + 1)
local effect = 0
for place = FIRST_ENTRY, #ARGV, 4 do
  if ARGV[place] ~= action .. '-' .. effect then
    local following = string.format('%.0f', tonumber(action) + 1)
    if effect == 0 or ARGV[place] ~= following .. '-0' then
      return broken('entry ' .. ARGV[place] .. ' must be ' .. action .. '-' .. effect)
    end
    action, effect = following, 0
  end
  if #ARGV[place + 3] ~= 32 then return broken('a digest has 32 bytes') end
  effect = effect + 1
end
local last, last_digest = ARGV[#ARGV - 3], ARGV[#ARGV]

-- The idempotency key was used before: the first outcome's position again, unless the request differs.
if idempotency_key ~= '' then
  local earlier = redis.call('HGET', requests, idempotency_key)
  if earlier then
    local position, first_digest = string.match(earlier, '^(%d+%-%d+) (.*)$')
    if first_digest ~= request_digest then return {'reused'} end
    -- What is there is written again: whoever repeats a request may wait until the replicas have it, too.
    redis.call('HSET', requests, idempotency_key, earlier)
    return {'repeated', position}
  end
end

local found = redis.call('HMGET', head, 'position', 'digest', 'closed')
local position, digest, closed = found[1] or BEGINNING, found[2] or FIRST_DIGEST, found[3] or '0'

-- The head is this very action: the reply was lost on the network, and the caller sends it again. With an idempotency
-- key that is not known, it is another request, with the same action in the same millisecond: it comes second.
if idempotency_key == '' and position == last and digest == last_digest then
  redis.call('HSET', head, 'closed', closed)
  return {'appended'}
end
-- What is over stays over: only an action after which the game is still over may follow.
if closed == '1' and closes == '0' then return {'closed'} end
if position ~= expected or digest ~= expected_digest then
  local tail = redis.call('XRANGE', events, '(' .. expected, '+', 'COUNT', most_tail)
  return {'conflict', position, digest, tail}
end

-- The streams must end where their heads say, or an XADD would fail half-way. (A Redis name of the wrong type has failed
-- above or fails in these reads.) If somebody deleted entries from the end of the game's stream, its first XADD fails,
-- which is the first write of all; for the log, only XINFO shows it.
local last_entry = redis.call('XREVRANGE', events, '+', '-', 'COUNT', 1)[1]
local in_archive = not last_entry and redis.call('GET', archived)
if in_archive then
  -- All entries are in the archive, in a file that is named after the last one.
  if not string.find(in_archive, '.' .. position .. '.', 1, true) then return broken('the archive does not end at its head') end
elseif (last_entry and last_entry[1] or BEGINNING) ~= position then
  return broken('the stream does not end at its head')
end
local number = redis.call('GET', log_head) or '0'
if not string.match(number, '^%d+$') or #number > 15 then return broken('the head of the log is not a number') end
local log_end = BEGINNING
local described = redis.pcall('XINFO', 'STREAM', log)
if described.err then
  if redis.call('EXISTS', log) == 1 then return broken('the log is not a stream') end
else
  for place = 1, #described, 2 do
    if described[place] == 'last-generated-id' then log_end = described[place + 1] break end
  end
end
if log_end ~= number .. '-0' then return broken('the log does not end at its head') end

-- From here on everything is written, and nothing can be refused.
for place = FIRST_ENTRY, #ARGV, 4 do
  local marks = in_archive and place == FIRST_ENTRY and {'a', '1'} or {}
  redis.call('XADD', events, ARGV[place], 'e', ARGV[place + 1], 's', ARGV[place + 2], 'h', ARGV[place + 3], unpack(marks))
end
redis.call('HSET', head, 'position', last, 'digest', last_digest, 'closed', closes)
if idempotency_key ~= '' then redis.call('HSET', requests, idempotency_key, last .. ' ' .. request_digest) end
number = string.format('%.0f', tonumber(number) + 1)
redis.call('XADD', log, number .. '-0', 'game', game, 'from', ARGV[FIRST_ENTRY], 'to', last, 'closed', closes)
redis.call('SET', log_head, number)
return {'appended'}
