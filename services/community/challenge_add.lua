-- Add a message to a hash that expires. KEYS: the hash. ARGV: the field, its value, milliseconds to keep the hash.
redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
