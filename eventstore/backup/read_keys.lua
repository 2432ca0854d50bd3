-- Reads keys at one moment: what is stored under each, in a form that no server keeps to itself.
--
-- KEYS: all in one hash slot. ARGV: 1 if the rows are wanted, the most rows of a key that are read, the same of a
--       stream without a chain of digests.
-- The reply has for each key: its mark (empty: the key is too long for one), its kind, its expiry (milliseconds since
--       1970, 0: never), a stream's last id, the groups of a stream's readers (name, last id, first id that is not
--       done), and its rows, flat, as its kind's command gives them; if they are too many, there is no sixth value.
local wants_rows, most, most_of_stream = ARGV[1] == '1', tonumber(ARGV[2]), tonumber(ARGV[3])
local LENGTH = {hash = 'HLEN', list = 'LLEN', set = 'SCARD', zset = 'ZCARD'}
local ROWS = {
  string = {'GET'}, hash = {'HGETALL'}, list = {'LRANGE', 0, -1}, set = {'SMEMBERS'},
  zset = {'ZRANGE', 0, -1, 'WITHSCORES'}, stream = {'XRANGE', '-', '+'},
}

local function rows_of(kind, key)
  local command = ROWS[kind]
  local found = redis.call(command[1], key, unpack(command, 2))
  return type(found) == 'table' and found or {found}
end

local function expiry_of(key)
  local left = redis.call('PTTL', key)
  if left < 0 then return 0 end
  local at = redis.pcall('PEXPIRETIME', key)
  if type(at) == 'number' then return at end
  local now = redis.call('TIME')  -- a server of before 7.0
  return now[1] * 1000 + math.floor(now[2] / 1000) + left
end

local function told(described, name)
  for place = 1, #described, 2 do
    if described[place] == name then return described[place + 1] end
  end
end

local function readers_of(key)
  local found = {}
  for _, group in ipairs(redis.call('XINFO', 'GROUPS', key)) do
    local name = told(group, 'name')
    local first = told(group, 'pending') > 0 and redis.call('XPENDING', key, name)[2] or ''
    found[#found + 1] = {name, told(group, 'last-delivered-id'), first}
  end
  return found
end

local function write(into, value)
  if type(value) == 'table' then
    into[#into + 1] = '*' .. #value
    for _, one in ipairs(value) do write(into, one) end
  else
    value = tostring(value)
    into[#into + 1] = #value .. ':' .. value
  end
end

local function mark_of(parts)
  local text = {}
  write(text, parts)
  return redis.sha1hex(table.concat(text))
end

local function read(key)
  local kind = redis.call('TYPE', key).ok
  if kind == 'none' then return {'', kind} end
  if not ROWS[kind] then return {err = 'KIND ' .. key .. ' is of the kind ' .. kind} end
  local expiry, last, readers, marked = expiry_of(key), '', {}, nil
  local length, limit = LENGTH[kind] and redis.call(LENGTH[kind], key) or 1, most
  if kind == 'stream' then
    local stream = redis.call('XINFO', 'STREAM', key)
    length, last = told(stream, 'length'), told(stream, 'last-generated-id')
    if told(stream, 'groups') > 0 then readers = readers_of(key) end
    local entry = told(stream, 'last-entry')
    if entry and entry[2][5] == 'h' and #entry[2][6] == 32 then
      marked = {length, entry}  -- its digest covers all entries before it
    else
      limit = most_of_stream
    end
  end
  if length > limit then return {'', kind, expiry, last, readers} end
  local rows = (wants_rows or not marked) and rows_of(kind, key) or {}
  return {mark_of({kind, expiry, last, readers, marked or rows}), kind, expiry, last, readers, wants_rows and rows or {}}
end

local replies = {}
for place, key in ipairs(KEYS) do
  replies[place] = read(key)
  if replies[place].err then return replies[place] end
end
return replies
