-- Changes a read model by log records, each together with its checkpoint, so that each record counts exactly once.
--
-- It follows the model's own `apply(prefix, game, document, change)`, whose result is false if nothing was changed
-- because the change no longer fits; then the rest must be read again.
--
-- KEYS: the id of the build, the checkpoints. They and all other keys of the model share a prefix and a hash slot.
-- ARGV: the build that the changes belong to, the prefix, then for each record: partition, number, game id (empty: only
--       the checkpoint), the game's document (empty: none), and the rest of the change in MessagePack.
-- The reply is how many records were new, or -1 if it stopped before the end.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return -1 end
local taken = 0
for at = 3, #ARGV, 5 do
  local partition, number, game = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  if tonumber(number) > tonumber(redis.call('HGET', KEYS[2], partition) or '0') then
    if game ~= '' and apply(ARGV[2], game, ARGV[at + 3], cmsgpack.unpack(ARGV[at + 4])) == false then return -1 end
    redis.call('HSET', KEYS[2], partition, number)
    taken = taken + 1
  end
end
return taken
