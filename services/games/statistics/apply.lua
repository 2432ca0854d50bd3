-- The row of a finished game, and the sums of all rows. The document is the row; without one it is removed.
--
-- The change (empty: nothing changes): `old` is the SHA-1 of the row that is replaced (empty: none), `old_member` its
-- member of the list (empty: none), `member` the new one (empty: none), `sums` has for each change the name of the sums, the
-- field and the difference.
local function apply(prefix, game, row, change)
  if not change.title then return end
  local rows, list = prefix .. 'rows', prefix .. 'of:' .. change.title
  local kept = redis.call('HGET', rows, game)
  if (kept and redis.sha1hex(kept) or '') ~= change.old then return false end
  if row == '' then redis.call('HDEL', rows, game) else redis.call('HSET', rows, game, row) end
  if change.old_member ~= '' then redis.call('ZREM', list, change.old_member) end
  if change.member ~= '' then redis.call('ZADD', list, 0, change.member) end
  for _, one in ipairs(change.sums) do
    local sums, field, by = prefix .. one[1], one[2], one[3]
    if redis.call('HINCRBY', sums, field, by) == 0 then redis.call('HDEL', sums, field) end
  end
  redis.call('HINCRBY', prefix .. 'revisions', change.title, 1)
end
