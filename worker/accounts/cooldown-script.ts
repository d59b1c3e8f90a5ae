import * as z from 'zod'
import { defineScript } from '#worker/clients/redis.ts'

/**
 * Takes a turn, or tells how long the one before still bars it. Every turn taken counts until the key is deleted, so
 * that parallel callers cannot share one.
 *
 * KEYS  the counter
 * ARGV  1 now (ms)  2 seconds the counter lives without a turn  3 turns without a wait  4… the waits after those (ms)
 */
export const cooldownScript = defineScript(
  `
local now = tonumber(ARGV[1])
local state = redis.call('HMGET', KEYS[1], 'count', 'until')
local bar = tonumber(state[2] or '0')
if bar > now then return {0, bar - now, tonumber(state[1])} end
local count = tonumber(state[1] or '0') + 1
local step = math.min(count - tonumber(ARGV[3]), #ARGV - 3)
local wait = 0
if step > 0 then wait = tonumber(ARGV[3 + step]) end
redis.call('HSET', KEYS[1], 'count', count, 'until', string.format('%.0f', now + wait))
redis.call('EXPIRE', KEYS[1], ARGV[2])
return {1, wait, count}
`,
  z.tuple([z.union([z.literal(0), z.literal(1)]), z.number(), z.number()]),
)
