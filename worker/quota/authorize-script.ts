import * as z from 'zod'
import { defineScript } from '#worker/clients/redis.ts'
import { statusSchema, tierSchema } from '#worker/organizations/contract.ts'
import { luaAnswerKey } from '#worker/registers/cached-answer.ts'
import { NO_TOKEN } from './token-cache.ts'

/**
 * Authorizes a call in one trip: token, organization, permission, burst limit and monthly quota, spent exactly. Also
 * reads the cached register answer.
 *
 * KEYS  token record, generation, unknown tokens of the client's network
 * ARGV  1 now (ms)  2 month  3 expiry of its counter (s)  4 cost  5 permission ("r" or "v")  6 lower bound of the count
 *       7 warm-up (ms)  8 burst size  9 burst window (ms)  10 unknown tokens allowed per minute
 *       11 generation in which 12 to 17 were loaded, or ""  12 token record  13 organization key
 *       14 organization record  15 used count  16 organization record's lifetime (s)  17 token record's lifetime (s)
 *       18 next month if it starts soon, or "": its counter is created at 0 without PostgreSQL
 *       19 key of the cached register answer without a requester, or ""  20 VAT prefixes the register accepts
 *
 * The organization's keys are derived from the token record, which Redis and Upstash allow outside a cluster.
 * A loaded record without a token replaces a cached one, because PostgreSQL knows of tokens first.
 */
export const authorizeScript = defineScript(
  `${luaAnswerKey}
local now = tonumber(ARGV[1])
local cost = tonumber(ARGV[4])
local function generation()
  local warmUpEnd = redis.call('GET', KEYS[2])
  if not warmUpEnd then
    warmUpEnd = tostring(now + tonumber(ARGV[7]))
    redis.call('SET', KEYS[2], warmUpEnd)
  end
  return warmUpEnd
end
local function miss()
  local warmUpEnd = generation()
  local wait = tonumber(warmUpEnd) - now
  if wait < 0 then wait = 0 end
  return {'MISS', warmUpEnd, wait}
end
local isLoaded = ARGV[11] ~= ''
if isLoaded and (redis.call('GET', KEYS[2]) ~= ARGV[11] or now < tonumber(ARGV[11])) then return miss() end

local record = redis.call('GET', KEYS[1])
if isLoaded and ARGV[12] == '${NO_TOKEN}' then record = nil end
if not record then
  if not isLoaded then
    local unknown = tonumber(redis.call('GET', KEYS[3]) or '0')
    if unknown >= tonumber(ARGV[10]) then return {'UNKNOWN_TOKEN_LIMIT', '', redis.call('PTTL', KEYS[3])} end
    return miss()
  end
  record = ARGV[12]
  redis.call('SET', KEYS[1], record, 'EX', ARGV[17])
end
if record == '${NO_TOKEN}' then
  local unknown = redis.call('INCR', KEYS[3])
  if unknown == 1 then redis.call('PEXPIRE', KEYS[3], 60000) end
  if unknown > tonumber(ARGV[10]) then return {'UNKNOWN_TOKEN_LIMIT', '', redis.call('PTTL', KEYS[3])} end
  return {'UNKNOWN_TOKEN', '', unknown}
end

local token = cjson.decode(record)
local organizationKey = 'organization:' .. token.o
local quotaKey = 'quota:' .. token.o .. ':' .. ARGV[2]
local organizationRecord = redis.call('GET', organizationKey)
local function setUsed(value)
  redis.call('SET', quotaKey, value)
  redis.call('EXPIREAT', quotaKey, ARGV[3])
end
local used = redis.call('GET', quotaKey)
if not organizationRecord or not used then
  if not isLoaded or ARGV[13] ~= organizationKey then return miss() end
  if not organizationRecord then
    organizationRecord = ARGV[14]
    redis.call('SET', organizationKey, organizationRecord, 'EX', ARGV[16])
  end
  if not used then
    used = ARGV[15]
    setUsed(used)
  end
end
if ARGV[18] ~= '' then
  local nextKey = 'quota:' .. token.o .. ':' .. ARGV[18]
  if redis.call('SETNX', nextKey, 0) == 1 then redis.call('EXPIREAT', nextKey, ARGV[3] + 2678400) end
end
local organization = cjson.decode(organizationRecord)
used = tonumber(used)
local lowerBound = tonumber(ARGV[6])
if used < lowerBound then
  used = lowerBound
  setUsed(lowerBound)
end

local cachedAnswer = ''
local function answer(code, wait, left)
  return {code, '', wait, token.i, token.o, token.v and 1 or 0, organization.s, organization.t, organization.l,
    organization.n or '', used, left, cachedAnswer}
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
  cachedAnswer = redis.call('GET', answerKey(ARGV[19], organization.n, ARGV[20])) or ''
end
return answer('OK', 0, left)
`,
  z.union([
    z.tuple([z.literal('MISS'), z.string(), z.number()]),
    z.tuple([z.enum(['UNKNOWN_TOKEN', 'UNKNOWN_TOKEN_LIMIT']), z.string(), z.number()]),
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
