import * as z from 'zod'
import { defineScript } from '#worker/services/redis.ts'

/**
 * KEYS of startCallScript and endCallScript; all times are in milliseconds since 1970:
 *   1 the cached answer     `<answered at> <fresh until> <JSON>`
 *   2 the call in flight    the id of the call that is being made for this answer
 *   3 the last failure      `<failed at> <reason>`, for the callers that waited for that call
 *   4 the circuit breaker   hash {failures, until} of the limiter key
 *   5 the permits           sorted set of the limiter key's calls in flight, by their deadlines
 *   6 the rate limit        when the limiter key's whole window is free again (GCRA)
 *   7 the share             the same for the calls of one organization
 *   8 the waiting           sorted set of the organizations that wait for a permit, by when that ends
 *   9 metrics of the hour   10 metrics of the 5 minutes   11 the openings: see OPENINGS_KEY   (endCallScript only)
 */

const takeRate = `
local function freeAfter(key, now, step)
  return math.max(now, tonumber(redis.call('GET', key) or '0')) + step
end
local function takeRate(key, share, now, window, calls, tierCalls, shareCalls, shareWindow)
  local free = freeAfter(key, now, window / calls)
  local shareFree = freeAfter(share, now, shareWindow / shareCalls)
  local wait = math.ceil(math.max(free - now - tierCalls * window / calls, shareFree - now - shareWindow))
  if wait > 0 then return wait end
  redis.call('SET', key, string.format('%.0f', free), 'PX', math.ceil(free - now))
  redis.call('SET', share, string.format('%.0f', shareFree), 'PX', math.ceil(shareFree - now))
  return 0
end
`

/**
 * For a further request of a call. KEYS 1 rate limit  2 share. ARGV 1 now  2 window (ms)  3 calls in the window
 * 4 calls of the tier  5 calls of the organization. Returns how long to wait (ms).
 */
export const takeRateScript = defineScript(
  `#!lua flags=allow-key-locking${takeRate}
local now, window, calls, tierCalls, shareCalls = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
return takeRate(KEYS[1], KEYS[2], now, window, calls, tierCalls, shareCalls, window)
`,
  z.number(),
)

/** In milliseconds. An organization counts as waiting a little longer than until its next poll. */
export const LONGEST_POLL_DELAY = 300
const WAITING_TIME = 500

/** Failures in a row open the circuit. The pause (milliseconds) doubles with each further failure. */
export const BREAKER = { failures: 3, pause: 15_000, maxPause: 300_000 } as const

export const breakerKey = (limiterKey: string): string => `register:breaker:${limiterKey}`

/**
 * A Redis list with `<limiter key> opened|closed <milliseconds>` for each change of a circuit. A cron job writes them to
 * PostgreSQL; the list holds the newest if it doesn't run.
 */
export const OPENINGS_KEY = 'register:openings'
const MAX_OPENINGS = 10_000

/**
 * ARGV  1 now  2 the oldest answer to accept, or 0 for a fresh one  3 the call's id  4 when the caller began to wait
 *       5 how long the call may take (ms)  6 failures that open the circuit  7 the organization
 *       8 its class: '0' paid, '1' FREE, '2' a batch
 *       9 concurrent calls  10 of the tier
 *       11 window (ms), 0 without a rate limit  12 calls in the window  13 of the tier  14 of the organization
 *       15 the organization's window (ms)
 *
 * An organization with calls in flight yields to a waiting one that has fewer. A paid tier doesn't yield to FREE. A
 * batch yields to every waiting single call, and no single call to a batch.
 *
 * Returns what to do, a text and a wait (ms): CACHED with the answer; FAILED with the failure of the call waited for;
 * and with the stale answer, if any, PAUSED (the circuit is open), WAIT, or CALL (make the call, then endCallScript).
 */
export const startCallScript = defineScript(
  `#!lua flags=allow-key-locking${takeRate}
local now = tonumber(ARGV[1])
local answer = redis.call('GET', KEYS[1]) or ''
local answered, fresh = string.match(answer, '^(%d+) (%d+) ')
if answered then
  local oldest = tonumber(ARGV[2])
  if (oldest > 0 and tonumber(answered) >= oldest) or (oldest == 0 and tonumber(fresh) > now) then return {'CACHED', answer, 0} end
end
if redis.call('EXISTS', KEYS[2]) == 1 then return {'WAIT', answer, 0} end
local failed = redis.call('GET', KEYS[3])
if failed and tonumber(string.match(failed, '^%d+')) >= tonumber(ARGV[4]) then return {'FAILED', failed, 0} end
local breaker = redis.call('HMGET', KEYS[4], 'failures', 'until')
local open = tonumber(breaker[2] or '0')
if open > now then return {'PAUSED', answer, open - now} end
redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', now)
local all, ofClass, counts = 0, 0, {}
for _, permit in ipairs(redis.call('ZRANGE', KEYS[5], 0, -1)) do
  local class, organization = string.match(permit, '^(%d) (%S+) ')
  all = all + 1
  if class == ARGV[8] then ofClass = ofClass + 1 end
  if organization then counts[organization] = (counts[organization] or 0) + 1 end
end
local own = counts[ARGV[7]] or 0
local mustWait = all >= tonumber(ARGV[9]) or (ARGV[8] ~= '0' and ofClass >= tonumber(ARGV[10]))
if not mustWait and (own > 0 or ARGV[8] == '2') then
  for _, waiting in ipairs(redis.call('ZRANGEBYSCORE', KEYS[8], now, '+inf')) do
    local class, organization = string.match(waiting, '^(%d) (%S+)')
    if ARGV[8] == '2' then
      mustWait = mustWait or class ~= '2'
    elseif class ~= '2' and (counts[organization] or 0) < own and (ARGV[8] == '1' or class == '0') then
      mustWait = true
    end
  end
end
if mustWait then
  redis.call('ZREMRANGEBYSCORE', KEYS[8], '-inf', now)
  redis.call('ZADD', KEYS[8], now + ${WAITING_TIME}, ARGV[8] .. ' ' .. ARGV[7])
  redis.call('PEXPIRE', KEYS[8], ${WAITING_TIME})
  return {'WAIT', answer, 0}
end
local duration = tonumber(ARGV[5])
local window = tonumber(ARGV[11])
if window > 0 then
  local wait = takeRate(KEYS[6], KEYS[7], now, window, tonumber(ARGV[12]), tonumber(ARGV[13]), tonumber(ARGV[14]), tonumber(ARGV[15]))
  if wait > 0 then return {'WAIT', answer, wait} end
end
if tonumber(breaker[1] or '0') >= tonumber(ARGV[6]) then redis.call('HSET', KEYS[4], 'until', now + duration) end
redis.call('ZADD', KEYS[5], now + duration, ARGV[8] .. ' ' .. ARGV[7] .. ' ' .. ARGV[3])
redis.call('PEXPIRE', KEYS[5], duration * 2)
redis.call('SET', KEYS[2], ARGV[3], 'PX', duration)
return {'CALL', answer, 0}
`,
  z.tuple([z.enum(['CACHED', 'FAILED', 'PAUSED', 'WAIT', 'CALL']), z.string(), z.number()]),
)

/**
 * ARGV  1 now  2 the call's id  3 'answered', 'failed' or 'neutral'  4 answer to cache, or ''  5 seconds to cache it
 *       6 reason of a failure, or ''  7 failures that open the circuit  8 pause (ms)  9 longest pause (ms)
 *       10 pause that the register requested (ms), or 0  11 limiter key  12 duration (ms)  13, 14 TTL of the metrics (s)
 *       15 the organization  16 its class
 */
export const endCallScript = defineScript(
  `#!lua flags=allow-key-locking
local now = tonumber(ARGV[1])
redis.call('ZREM', KEYS[5], ARGV[16] .. ' ' .. ARGV[15] .. ' ' .. ARGV[2])
if redis.call('GET', KEYS[2]) == ARGV[2] then redis.call('DEL', KEYS[2]) end
if ARGV[4] ~= '' then redis.call('SET', KEYS[1], ARGV[4], 'EX', ARGV[5]) end
if ARGV[6] ~= '' then redis.call('SET', KEYS[3], ARGV[1] .. ' ' .. ARGV[6], 'PX', 10000) end
local function recordChange(change)
  redis.call('RPUSH', KEYS[11], ARGV[11] .. ' ' .. change .. ' ' .. ARGV[1])
  redis.call('LTRIM', KEYS[11], -${MAX_OPENINGS}, -1)
end
if ARGV[3] == 'answered' then
  if tonumber(redis.call('HGET', KEYS[4], 'failures') or '0') >= tonumber(ARGV[7]) then recordChange('closed') end
  redis.call('DEL', KEYS[4])
elseif ARGV[3] == 'failed' then
  local failures = redis.call('HINCRBY', KEYS[4], 'failures', 1)
  if failures == tonumber(ARGV[7]) then recordChange('opened') end
  local pause = tonumber(ARGV[10])
  local enough = tonumber(ARGV[7])
  if pause == 0 and failures >= enough then
    pause = math.min(tonumber(ARGV[9]), tonumber(ARGV[8]) * 2 ^ math.min(failures - enough, 10))
  end
  if pause > 0 then redis.call('HSET', KEYS[4], 'until', string.format('%.0f', now + pause)) end
  redis.call('PEXPIRE', KEYS[4], 3600000)
end
if ARGV[3] ~= 'neutral' then
  for place = 9, 10 do
    redis.call('HINCRBY', KEYS[place], ARGV[11] .. ' ' .. ARGV[3], 1)
    redis.call('HINCRBY', KEYS[place], ARGV[11] .. ' milliseconds', ARGV[12])
    redis.call('EXPIRE', KEYS[place], ARGV[place + 4])
  end
end
return 1
`,
  z.number(),
)
