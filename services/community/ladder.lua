-- What some more games make of a ladder's ratings, unless somebody else was quicker or something changed meanwhile.
--
-- KEYS: the id of the build, revisions, folded, the ladder's ratings, its board.
-- ARGV: ladder, the build and the revision that were read (empty: none), what was folded then (empty: nothing), what is
--       folded now, whether it is the beginning (1) or goes on from there, then for each person: who, rating, order on the
--       board (empty: not on it).
local making, revisions, folded, ratings, board = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local ladder, build, revision, before, now, is_first = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]

if redis.call('GET', making) ~= build then return 0 end
if (redis.call('HGET', revisions, ladder) or '') ~= revision then return 0 end
if (redis.call('HGET', folded, ladder) or '') ~= before then return 0 end
if is_first == '1' then redis.call('DEL', ratings, board) end
for place = 7, #ARGV, 3 do
  local who, rating, order = ARGV[place], ARGV[place + 1], ARGV[place + 2]
  redis.call('HSET', ratings, who, rating)
  if order == '' then
    redis.call('ZREM', board, who)
  else
    redis.call('ZADD', board, order, who)
  end
end
redis.call('HSET', folded, ladder, now)
return 1
