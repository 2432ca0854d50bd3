-- One page of the lobby, newest first: the games that are in all of the indexes asked for and have all of the marks.
--
-- KEYS: private games, solitary games by when something happened in them last, places, then the indexes asked for (at
-- least one). ARGV: cursor (the last member seen; empty: from the start), the most games, the most members to
-- look at, the index of the asking player's games (or empty), the time before which a solitary game was left, then the
-- marks.
local private_games, solitary_games, places, first = KEYS[1], KEYS[2], KEYS[3], 4
local cursor, most, most_looks, own = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local left_before = tonumber(ARGV[5])

local smallest, size = first, nil
for place = first, #KEYS do
  local members = redis.call('ZCARD', KEYS[place])
  if not size or members < size then smallest, size = place, members end
end

local function is_shown(member, game)
  for place = first, #KEYS do
    if place ~= smallest and not redis.call('ZSCORE', KEYS[place], member) then return false end
  end
  local marks = ARGV[6] and redis.call('HGET', places, game) .. '\n'
  for place = 6, #ARGV do
    if not string.find(marks, '\n=' .. ARGV[place] .. '\n', 1, true) then return false end
  end
  local last = left_before > 0 and redis.call('ZSCORE', solitary_games, game)
  if last and tonumber(last) < left_before then return false end
  if redis.call('SISMEMBER', private_games, game) == 0 then return true end
  return own ~= '' and redis.call('ZSCORE', own, member) and true or false
end

local found, looks, from = {}, 0, cursor == '' and '+' or '(' .. cursor
while looks < most_looks do
  local members = redis.call('ZREVRANGEBYLEX', KEYS[smallest], from, '-', 'LIMIT', 0, 100)
  for _, member in ipairs(members) do
    local game = string.match(member, ':(.*)$')
    looks = looks + 1
    if is_shown(member, game) then
      -- Not the last one that was looked at: that may be a private game, whose id is told to nobody else.
      if #found == most then return {found[#found], found} end
      found[#found + 1] = member
    end
    cursor = member
  end
  if #members < 100 then return {'', found} end
  from = '(' .. cursor
end
return {cursor, found}
