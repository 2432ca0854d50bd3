-- Count a request in every bucket, or in none when one of them is full.
--
-- A bucket is the moment at which it will be empty again: each request fills it by period / most, and it empties with
-- time. KEYS: the buckets. ARGV: for each its most and its period in milliseconds.
-- Gives {0, 0}, or the number of the full bucket and for how many milliseconds it stays full.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local empty_at = {}
for place, bucket in ipairs(KEYS) do
  local most, period = tonumber(ARGV[2 * place - 1]), tonumber(ARGV[2 * place])
  empty_at[place] = math.max(tonumber(redis.call('GET', bucket) or now), now) + period / most
  local wait = empty_at[place] - period - now
  if wait > 0 then return {place, math.ceil(wait)} end
end
for place, bucket in ipairs(KEYS) do
  redis.call('SET', bucket, string.format('%.3f', empty_at[place]), 'PX', math.ceil(empty_at[place] - now))
end
return {0, 0}
