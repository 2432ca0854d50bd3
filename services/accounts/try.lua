-- Try a link once more; one that was tried too often is gone.
--
-- KEYS: the link. ARGV: how often it may be tried. What the link is, or nothing.
local link = redis.call('HGET', KEYS[1], 'link')
if not link then return nil end
if redis.call('HINCRBY', KEYS[1], 'tries', 1) > tonumber(ARGV[1]) then
  redis.call('DEL', KEYS[1])
  return nil
end
return link
