-- Where games end: what each head says, and what the last entry of its stream is.
--
-- KEYS: for each game its head, its events, and where it is archived; all lie in one hash slot. The reply has for each
-- game the head's position and digest, then the position and digest of the last entry, then where it is archived, if
-- its stream is empty; what is missing or not of its type is an empty text.
local found = {}

local function take(text)
  found[#found + 1] = type(text) == 'string' and text or ''
end

for place = 1, #KEYS, 3 do
  local head = redis.pcall('HMGET', KEYS[place], 'position', 'digest')
  take(head[1])
  take(head[2])
  local last = redis.pcall('XREVRANGE', KEYS[place + 1], '+', '-', 'COUNT', 1)
  local entry = not last.err and last[1] or {'', {}}
  take(entry[1])
  local digest = ''
  for field = 1, #entry[2] - 1, 2 do
    if entry[2][field] == 'h' then digest = entry[2][field + 1] end
  end
  take(digest)
  take(entry[1] == '' and not last.err and redis.pcall('GET', KEYS[place + 2]))
end
return found
