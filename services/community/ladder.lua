-- What some more games make of a ladder's ratings, unless somebody else was quicker or something changed meanwhile.
--
-- KEYS: revisions, folded, the ladder's ratings, what they were after each game, its board.
-- ARGV: ladder, the revision that was read, what was folded then (empty: nothing), what is folded now, how many people,
--       for each: who, rating, order on the board (empty: not on it); then for each game: its id, the ratings after it.
local revisions, folded, ratings, after, board = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local ladder, revision, before, now, people = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])

if redis.call('HGET', revisions, ladder) ~= revision then return 0 end
if (redis.call('HGET', folded, ladder) or '') ~= before then return 0 end
if before == '' then redis.call('DEL', ratings, after, board) end
for place = 6, 5 + 3 * people, 3 do
  local who, rating, order = ARGV[place], ARGV[place + 1], ARGV[place + 2]
  redis.call('HSET', ratings, who, rating)
  if order == '' then
    redis.call('ZREM', board, who)
  else
    redis.call('ZADD', board, order, who)
  end
end
for place = 6 + 3 * people, #ARGV, 2 do redis.call('HSET', after, ARGV[place], ARGV[place + 1]) end
redis.call('HSET', folded, ladder, now)
return 1
