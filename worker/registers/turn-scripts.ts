import * as z from 'zod'
import { defineScript } from '#worker/clients/redis.ts'

/**
 * What all isolates share about a lane (a register, or one member state of VIES), and about one question:
 *   KEYS  1 answer: "<when the register spoke> <until when it is fresh> <JSON>"; all times are in milliseconds
 *         2 flight: who is asking right now      3 what the last flight without an answer ended with: "<ended at> <reason>"
 *         4 breaker: {faults, until}             5 leases of the calls under way, by their ends
 *         6 rate: when every call is free again (GCRA)
 */

/** Takes one call of the rate at `key`, and tells 0; or how long to wait for one (ms). */
const spend = `
local function spend(key, now, calls, window)
  local free = math.max(now, tonumber(redis.call('GET', key) or '0')) + window / calls
  if free - now > window then return math.ceil(free - now - window) end
  redis.call('SET', key, string.format('%.0f', free), 'PX', math.ceil(free - now))
  return 0
end
`

/**
 * A further call within a turn: 0 where it may be made, else how long to wait (ms).
 * KEYS 1 rate. ARGV 1 now (ms)  2 calls in the window  3 window (ms)
 */
export const spendScript = defineScript(
  `${spend}
return spend(KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]))
`,
  z.number(),
)

/** Faults in a row after which a lane is left alone; and how long, doubled with each further fault (ms). */
export const BREAKER = { faults: 3, pause: 15_000, longest: 300_000 } as const

/**
 * Takes the turn to ask, or says why not.
 * ARGV  1 now (ms)  2 oldest answer that will do (ms), or 0 for one that is fresh  3 who asks  4 since when (ms)  5 how long a call may take (ms)
 *       6 calls at once  7 calls in the window, 0 for any  8 window (ms)  9 faults that open the breaker
 *
 * ANSWERED an answer that is young enough; ENDED the flight waited for had no answer; PAUSED the breaker is open;
 * WAIT somebody else asks the same, or the lane is full; TURN go ahead, and settle afterwards. With an older answer,
 * if there is one, beside PAUSED, WAIT and TURN.
 */
export const takeTurnScript = defineScript(
  `${spend}
local now = tonumber(ARGV[1])
local answer = redis.call('GET', KEYS[1]) or ''
local spoke, fresh = string.match(answer, '^(%d+) (%d+) ')
if spoke then
  local oldest = tonumber(ARGV[2])
  if (oldest > 0 and tonumber(spoke) >= oldest) or (oldest == 0 and tonumber(fresh) > now) then return {'ANSWERED', answer, 0} end
end
if redis.call('EXISTS', KEYS[2]) == 1 then return {'WAIT', answer, 0} end
local ended = redis.call('GET', KEYS[3])
if ended and tonumber(string.match(ended, '^%d+')) >= tonumber(ARGV[4]) then return {'ENDED', ended, 0} end
local breaker = redis.call('HMGET', KEYS[4], 'faults', 'until')
local faults = tonumber(breaker[1] or '0')
local resume = tonumber(breaker[2] or '0')
if resume > now then return {'PAUSED', answer, resume - now} end
redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', now)
if redis.call('ZCARD', KEYS[5]) >= tonumber(ARGV[6]) then return {'WAIT', answer, 0} end
local lease = tonumber(ARGV[5])
local calls = tonumber(ARGV[7])
if calls > 0 then
  local wait = spend(KEYS[6], now, calls, tonumber(ARGV[8]))
  if wait > 0 then return {'WAIT', answer, wait} end
end
if faults >= tonumber(ARGV[9]) then redis.call('HSET', KEYS[4], 'until', now + lease) end
redis.call('ZADD', KEYS[5], now + lease, ARGV[3])
redis.call('PEXPIRE', KEYS[5], lease * 2)
redis.call('SET', KEYS[2], ARGV[3], 'PX', lease)
return {'TURN', answer, 0}
`,
  z.tuple([z.enum(['ANSWERED', 'ENDED', 'PAUSED', 'WAIT', 'TURN']), z.string(), z.number()]),
)

/**
 * Gives the turn back and tells how it went. KEYS as above, and 7, 8 the counts of the hour and of the 5 minutes.
 * ARGV  1 now (ms)  2 who asked  3 'answered', 'fault' or 'neutral'  4 answer to keep, or ''  5 seconds to keep it
 *       6 reason of a flight without an answer, or ''  7 faults that open the breaker  8 pause (ms)  9 longest pause (ms)
 *       10 pause that the register asked for (ms), or 0  11 lane  12 milliseconds it took  13, 14 seconds that the counts live
 */
export const settleScript = defineScript(
  `
local now = tonumber(ARGV[1])
redis.call('ZREM', KEYS[5], ARGV[2])
if redis.call('GET', KEYS[2]) == ARGV[2] then redis.call('DEL', KEYS[2]) end
if ARGV[4] ~= '' then redis.call('SET', KEYS[1], ARGV[4], 'EX', ARGV[5]) end
if ARGV[6] ~= '' then redis.call('SET', KEYS[3], ARGV[1] .. ' ' .. ARGV[6], 'PX', 10000) end
if ARGV[3] == 'answered' then
  redis.call('DEL', KEYS[4])
elseif ARGV[3] == 'fault' then
  local faults = redis.call('HINCRBY', KEYS[4], 'faults', 1)
  local pause = tonumber(ARGV[10])
  local enough = tonumber(ARGV[7])
  if pause == 0 and faults >= enough then
    pause = math.min(tonumber(ARGV[9]), tonumber(ARGV[8]) * 2 ^ math.min(faults - enough, 10))
  end
  if pause > 0 then redis.call('HSET', KEYS[4], 'until', string.format('%.0f', now + pause)) end
  redis.call('PEXPIRE', KEYS[4], 3600000)
end
if ARGV[3] ~= 'neutral' then
  for place = 7, 8 do
    redis.call('HINCRBY', KEYS[place], ARGV[11] .. ' ' .. ARGV[3], 1)
    redis.call('HINCRBY', KEYS[place], ARGV[11] .. ' time', ARGV[12])
    redis.call('EXPIRE', KEYS[place], ARGV[place + 6])
  end
end
return 1
`,
  z.number(),
)
