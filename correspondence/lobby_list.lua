-- One page of the lobby, newest first: the games that are in all of the indexes asked for.
--
-- KEYS: summaries, private games, then the indexes asked for (at least one). ARGV: cursor (the last member seen; empty:
-- from the start), the most games, the most members to look at, the index of the asking player's games (or empty).
local summaries, private_games = KEYS[1], KEYS[2]
local cursor, most, most_looks, own = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]

local smallest, size = 3, nil
for place = 3, #KEYS do
  local members = redis.call('ZCARD', KEYS[place])
  if not size or members < size then smallest, size = place, members end
end

local function is_shown(member, game)
  for place = 3, #KEYS do
    if place ~= smallest and not redis.call('ZSCORE', KEYS[place], member) then return false end
  end
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
      if #found == most then return {cursor, found} end
      found[#found + 1] = redis.call('HGET', summaries, game)
    end
    cursor = member
  end
  if #members < 100 then return {'', found} end
  from = '(' .. cursor
end
return {cursor, found}
