-- Writes a part of what is stored under a key; the first part replaces whatever is there. Safe to repeat.
--
-- KEYS: the key. ARGV: its kind, its expiry (milliseconds since 1970, 0: never), how many rows come before these, a
--       stream's last id (empty: more rows follow), the number of groups of its readers, then for each group: its name
--       and where it is; then for each row: the number of its parts, and these.
local key, kind, expiry, before, last = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local ROW = {string = 'SET', hash = 'HSET', list = 'RPUSH', set = 'SADD', zset = 'ZADD', stream = 'XADD'}
if not ROW[kind] then return redis.error_reply('KIND ' .. key .. ' is of the kind ' .. kind) end

-- An error that says that something is there already is no error of a repeated call.
local function unless(already, ...)
  local reply = redis.pcall(...)
  if type(reply) == 'table' and reply.err and not string.find(reply.err, already, 1, true) then return reply end
end

if before == 0 then
  redis.call('DEL', key)
elseif kind == 'list' and redis.call('LLEN', key) ~= before then
  return 1
end
local at = 6 + 2 * tonumber(ARGV[5])
while at <= #ARGV do
  local parts = tonumber(ARGV[at])
  local failed = unless('equal or smaller', ROW[kind], key, unpack(ARGV, at + 1, at + parts))
  if failed then return failed end
  at = at + parts + 1
end
if kind == 'stream' and last ~= '' then
  if redis.call('EXISTS', key) == 0 then
    redis.call('XGROUP', 'CREATE', key, 'made', '0', 'MKSTREAM')
    redis.call('XGROUP', 'DESTROY', key, 'made')
  end
  for place = 6, 4 + 2 * tonumber(ARGV[5]), 2 do
    local failed = unless('BUSYGROUP', 'XGROUP', 'CREATE', key, ARGV[place], ARGV[place + 1])
    if failed then return failed end
  end
  redis.call('XSETID', key, last)
end
if expiry > 0 then redis.call('PEXPIREAT', key, expiry) end
return 1
