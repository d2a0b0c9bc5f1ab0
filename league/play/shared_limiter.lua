-- The accounts of the shared limiter, kept in Redis; league/play/limiter.py explains the rules.
--
-- KEYS: queue, alive, asked, flight, window, tokens, state
--   queue   zset   slots that wait, by ticket          alive   zset   slots that wait, by expiry
--   asked   hash   slot -> estimated tokens            flight  zset   slots that are out, by expiry
--   window  zset   slots granted in the last minute    tokens  hash   slot -> counted tokens
--   state   hash   ticket, total, paused_until, ramp_until, gap
-- ARGV: what to do, then its arguments. Times are seconds on the clock of Redis.

local queue, alive, asked, flight, window, tokens, state = unpack(KEYS)
local clock = redis.call('TIME')
local now = tonumber(clock[1]) + tonumber(clock[2]) / 1000000

local function number(field)
  return tonumber(redis.call('HGET', state, field) or '0')
end

local function text(value)
  return string.format('%.6f', value)
end

local function leave(slot)
  redis.call('ZREM', queue, slot)
  redis.call('ZREM', alive, slot)
  redis.call('HDEL', asked, slot)
end

local function keep()
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, 3600) end
end

local function pause(seconds, ramp, in_flight)
  if now + seconds > number('paused_until') then
    redis.call('HSET', state, 'paused_until', text(now + seconds),
      'ramp_until', text(now + seconds + ramp), 'gap', text(ramp / in_flight))
    keep()
  end
end

local function give_back(slot, used)
  leave(slot)
  redis.call('ZREM', flight, slot)
  local counted = redis.call('HGET', tokens, slot)
  if counted then
    redis.call('HSET', tokens, slot, used)
    redis.call('HINCRBY', state, 'total', used - tonumber(counted))
  end
end

local function forget()
  redis.call('ZREMRANGEBYSCORE', flight, '-inf', now)
  for _, slot in ipairs(redis.call('ZRANGEBYSCORE', alive, '-inf', now)) do leave(slot) end
  for _, slot in ipairs(redis.call('ZRANGEBYSCORE', window, '-inf', now - 60)) do
    redis.call('HINCRBY', state, 'total', -tonumber(redis.call('HGET', tokens, slot) or '0'))
    redis.call('HDEL', tokens, slot)
    redis.call('ZREM', window, slot)
  end
end

-- Seconds until a request of so many tokens may go: 0 for now, -1 for "when a slot is given back".
local function delay(wanted, in_flight, requests, most)
  local paused = number('paused_until') - now
  if paused > 0 then return paused end
  if redis.call('ZCARD', flight) >= in_flight then return -1 end
  local wait = 0
  if redis.call('ZCARD', window) >= requests then
    wait = tonumber(redis.call('ZRANGE', window, 0, 0, 'WITHSCORES')[2]) + 60 - now
  end
  local over = number('total') + wanted - most
  local rank = 0
  while over > 0 do
    local oldest = redis.call('ZRANGE', window, rank, rank, 'WITHSCORES')
    if not oldest[1] then break end
    over = over - tonumber(redis.call('HGET', tokens, oldest[1]) or '0')
    wait = math.max(wait, tonumber(oldest[2]) + 60 - now)
    rank = rank + 1
  end
  return wait
end

-- Takes the caller's slots back, registers those that it asks for, grants to the head of the queue
-- whoever it belongs to, and returns {seconds until it is worth asking again or -1, the slots asked
-- for that are out}.
local function step(in_flight, requests, most, lease, patience, chance, returned)
  forget()
  local first = 9 + 2 * returned
  for i = 9, first - 1, 2 do give_back(ARGV[i], tonumber(ARGV[i + 1])) end
  local mine = {}
  for i = first, #ARGV, 2 do
    local slot = ARGV[i]
    mine[#mine + 1] = slot
    if not redis.call('ZSCORE', flight, slot) then
      if not redis.call('ZSCORE', queue, slot) then
        redis.call('ZADD', queue, redis.call('HINCRBY', state, 'ticket', 1), slot)
        redis.call('HSET', asked, slot, math.min(tonumber(ARGV[i + 1]), most))
      end
      redis.call('ZADD', alive, now + patience, slot)
    end
  end
  local wait = 0
  while true do
    local head = redis.call('ZRANGE', queue, 0, 0)[1]
    if not head then break end
    local wanted = tonumber(redis.call('HGET', asked, head))
    wait = delay(wanted, in_flight, requests, most)
    if wait ~= 0 then break end
    leave(head)
    redis.call('ZADD', flight, now + lease, head)
    redis.call('ZADD', window, now, head)
    redis.call('HSET', tokens, head, wanted)
    redis.call('HINCRBY', state, 'total', wanted)
    if now < number('ramp_until') then
      redis.call('HSET', state, 'paused_until', text(now + 2 * chance * number('gap')))
    end
  end
  local granted = {}
  for _, slot in ipairs(mine) do
    if redis.call('ZSCORE', flight, slot) then granted[#granted + 1] = slot end
  end
  keep()
  return {text(wait), granted}
end

local a = {}
for i = 2, math.min(#ARGV, 8) do a[#a + 1] = tonumber(ARGV[i]) end
if ARGV[1] == 'step' then
  return step(unpack(a))
elseif ARGV[1] == 'pause' then
  return pause(a[1], a[2], a[3])
elseif ARGV[1] == 'count' then
  forget()
  return redis.call('ZCARD', flight)
end
