-- The rows of finished games and the sums of all rows, changed together with the checkpoints.
--
-- KEYS: the making, checkpoints, rows, revisions. They, the lists and the sums share one hash slot.
-- ARGV: the making that this belongs to, the prefix of lists and sums, then for each record: partition, number, game id
--       (empty: only the checkpoint), SHA-1 of the row that is replaced (empty: none), row (empty: none), list, its member
--       of the replaced row (empty: none), its new member (empty: none), title, number of changes, and for each change the
--       name of the sums, the field and the difference.
-- The reply is 1, or 0 if it stopped before the end: the making is another, or a row is not the one that was read.
local making, checkpoints, rows, revisions = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local prefix = ARGV[2]

if redis.call('GET', making) ~= ARGV[1] then return 0 end
local at = 3
while at <= #ARGV do
  local partition, number, game = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  local following = at + 10 + 3 * tonumber(ARGV[at + 9])
  if tonumber(number) > tonumber(redis.call('HGET', checkpoints, partition) or '0') then
    if game ~= '' then
      local kept = redis.call('HGET', rows, game)
      if (kept and redis.sha1hex(kept) or '') ~= ARGV[at + 3] then return 0 end
      local row, list, old, new = ARGV[at + 4], prefix .. ARGV[at + 5], ARGV[at + 6], ARGV[at + 7]
      if row == '' then redis.call('HDEL', rows, game) else redis.call('HSET', rows, game, row) end
      if old ~= '' then redis.call('ZREM', list, old) end
      if new ~= '' then redis.call('ZADD', list, 0, new) end
      for change = at + 10, following - 1, 3 do
        local sums, field = prefix .. ARGV[change], ARGV[change + 1]
        if redis.call('HINCRBY', sums, field, ARGV[change + 2]) == 0 then redis.call('HDEL', sums, field) end
      end
      redis.call('HINCRBY', revisions, ARGV[at + 8], 1)
    end
    redis.call('HSET', checkpoints, partition, number)
  end
  at = following
end
return 1
