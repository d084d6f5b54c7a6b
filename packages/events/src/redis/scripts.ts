/**
 * Appends an event. A script runs without interruption, so numbers have no gaps. The entry's id is the number
 * with the mark, as in `7-123`. The numbers outlive the entries, or a key without an event for a day would
 * begin again. Publishes the key, with the id and the JSON of an event of up to
 * 1,024 bytes, which feeds keep.
 *
 * Keys: the stream and the numbers. Arguments: JSON, mark, events, milliseconds that events and that numbers
 * are kept (0: forever), Pub/Sub channel, key.
 */
export const APPEND = `
local seq = redis.call('HINCRBY', KEYS[2], 'seq', 1)
redis.call('HSET', KEYS[2], 'mark', ARGV[2])
if ARGV[5] == '0' then redis.call('PERSIST', KEYS[2]) else redis.call('PEXPIRE', KEYS[2], ARGV[5]) end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local id = string.format('%.0f-%s', seq, ARGV[2])
redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[3], id, 'json', ARGV[1], 'at', string.format('%.0f', now))
if ARGV[4] == '0' then
  redis.call('PERSIST', KEYS[1])
else
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  for _ = 1, 100 do
    local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
    if not oldest or tonumber(oldest[2][4]) > now - tonumber(ARGV[4]) then break end
    redis.call('XDEL', KEYS[1], oldest[1])
  end
end
local message = ARGV[7]
if #ARGV[1] <= 1024 then message = message .. '\\0' .. id .. '\\0' .. ARGV[1] end
redis.call('PUBLISH', ARGV[6], message)
return seq`;

/**
 * Reads events with the bounds of the history.
 *
 * Keys: the stream and the numbers. Arguments: the id of the first event, limit.
 */
export const READ = `
local newest = redis.call('HMGET', KEYS[2], 'seq', 'mark')
local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)
local found = {}
if tonumber(ARGV[2]) > 0 then found = redis.call('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', ARGV[2]) end
local events = {}
for index, entry in ipairs(found) do events[index] = { entry[1], entry[2][2] } end
return { newest[1], newest[2], oldest[1] and oldest[1][1] or false, events }`;
