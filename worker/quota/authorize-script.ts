import * as z from 'zod'
import { defineScript } from '#worker/clients/redis.ts'
import { statusSchema, tierSchema } from '#worker/organizations/contract.ts'
import { luaAnswerKey } from '#worker/registers/cached-answer.ts'
import { NO_TOKEN } from './token-cache.ts'

/**
 * The whole decision of a call in one trip: token, organization, permission, burst limit, monthly quota,
 * spent exactly or refused. What a register said of the number comes along.
 *
 * KEYS  token record, the epoch, misses of the caller's address
 * ARGV  1 now (ms)  2 month  3 end of the counter's life (s)  4 cost  5 permission ("r" or "v")  6 least used count known
 *       7 settling time (ms)  8 burst size  9 burst window (ms)  10 misses allowed a minute
 *       11 the epoch that the fill was read in, or ""  12 token record to fill in  13 organization's key
 *       14 organization record  15 used count  16 seconds the organization's record lives  17 seconds the token's lives
 *       18 the month to come when it is near, or "": its counter is there at its first instant, without PostgreSQL
 *       19 key of a register's answer in nobody's name, or ""  20 letters of the VAT numbers that the register takes
 *
 * The organization's keys are worked out from the token's record: Redis and Upstash allow that outside a cluster.
 *
 * The epoch says since when this Redis has counted. When it is gone, Redis lost its data: counters are not
 * filled again from PostgreSQL until the calls that were under way have been written there, so that none is forgotten.
 *
 * A fill without a token wins over a record: nobody knows a token before PostgreSQL does.
 */
export const authorizeScript = defineScript(
  `${luaAnswerKey}
local now = tonumber(ARGV[1])
local cost = tonumber(ARGV[4])
local function epoch()
  local since = redis.call('GET', KEYS[2])
  if not since then
    since = tostring(now + tonumber(ARGV[7]))
    redis.call('SET', KEYS[2], since)
  end
  return since
end
local function cold()
  local since = epoch()
  local rest = tonumber(since) - now
  if rest < 0 then rest = 0 end
  return {'COLD', since, rest}
end
local filling = ARGV[11] ~= ''
if filling and (redis.call('GET', KEYS[2]) ~= ARGV[11] or now < tonumber(ARGV[11])) then return cold() end

local record = redis.call('GET', KEYS[1])
if filling and ARGV[12] == '${NO_TOKEN}' then record = nil end
if not record then
  if not filling then
    local misses = tonumber(redis.call('GET', KEYS[3]) or '0')
    if misses >= tonumber(ARGV[10]) then return {'FLOOD', '', redis.call('PTTL', KEYS[3])} end
    return cold()
  end
  record = ARGV[12]
  redis.call('SET', KEYS[1], record, 'EX', ARGV[17])
end
if record == '${NO_TOKEN}' then
  local misses = redis.call('INCR', KEYS[3])
  if misses == 1 then redis.call('PEXPIRE', KEYS[3], 60000) end
  if misses > tonumber(ARGV[10]) then return {'FLOOD', '', redis.call('PTTL', KEYS[3])} end
  return {'NO_TOKEN', '', misses}
end

local token = cjson.decode(record)
local organizationKey = 'organization:' .. token.o
local quotaKey = 'quota:' .. token.o .. ':' .. ARGV[2]
local organizationRecord = redis.call('GET', organizationKey)
local function count(value)
  redis.call('SET', quotaKey, value)
  redis.call('EXPIREAT', quotaKey, ARGV[3])
end
local used = redis.call('GET', quotaKey)
if not organizationRecord or not used then
  if not filling or ARGV[13] ~= organizationKey then return cold() end
  if not organizationRecord then
    organizationRecord = ARGV[14]
    redis.call('SET', organizationKey, organizationRecord, 'EX', ARGV[16])
  end
  if not used then
    used = ARGV[15]
    count(used)
  end
end
if ARGV[18] ~= '' then
  local coming = 'quota:' .. token.o .. ':' .. ARGV[18]
  if redis.call('SETNX', coming, 0) == 1 then redis.call('EXPIREAT', coming, ARGV[3] + 2678400) end
end
local organization = cjson.decode(organizationRecord)
used = tonumber(used)
local least = tonumber(ARGV[6])
if used < least then
  used = least
  count(least)
end

local kept = ''
local function answer(code, wait, left)
  return {code, '', wait, token.i, token.o, token.v and 1 or 0, organization.s, organization.t, organization.l,
    organization.n or '', used, left, kept}
end
if token.e > 0 and token.e <= now then return answer('EXPIRED', 0, 0) end
if organization.s ~= 'ACTIVE' then return answer('SUSPENDED', 0, 0) end
if not token[ARGV[5]] then return answer('NO_PERMISSION', 0, 0) end

local size = tonumber(ARGV[8])
local step = tonumber(ARGV[9]) / size
local burstKey = 'burst:' .. token.o
local due = tonumber(redis.call('GET', burstKey) or '0')
if due < now then due = now end
local left = math.floor((tonumber(ARGV[9]) - (due - now)) / step)
if left < 1 then return answer('BURST', math.ceil(due - now - tonumber(ARGV[9]) + step), 0) end
redis.call('SET', burstKey, string.format('%.3f', due + step), 'PX', math.ceil(due + step - now) + 1000)
left = left - 1

if used + cost > organization.l then return answer('QUOTA', 0, left) end
if cost > 0 then
  used = redis.call('INCRBY', quotaKey, cost)
end
if token.v and ARGV[19] ~= '' then
  kept = redis.call('GET', answerKey(ARGV[19], organization.n, ARGV[20])) or ''
end
return answer('OK', 0, left)
`,
  z.union([
    z.tuple([z.enum(['COLD', 'FLOOD', 'NO_TOKEN']), z.string(), z.number()]),
    z.tuple([
      z.enum(['OK', 'EXPIRED', 'SUSPENDED', 'NO_PERMISSION', 'BURST', 'QUOTA']),
      z.string(),
      z.number(),
      z.number(),
      z.string(),
      z.number(),
      statusSchema,
      tierSchema,
      z.number(),
      z.string(),
      z.number(),
      z.number(),
      z.string(),
    ]),
  ]),
)
