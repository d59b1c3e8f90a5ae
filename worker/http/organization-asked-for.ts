import type { Context as HonoContext } from 'hono'
import * as z from 'zod'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from './app-env.ts'

const MAX_ID_LENGTH = 64
const bodySchema = z.object({ organizationId: z.string() })

/**
 * The organization that a call names: the header `x-organization-id`, the body's `organizationId`, the query's.
 * Throws ORGANIZATION_MISMATCH where two disagree. A body that cannot be read names none; its route tells why.
 */
export async function organizationAskedFor(c: HonoContext<AppEnv>): Promise<string | undefined> {
  const named = [
    c.req.header('x-organization-id'),
    await organizationOfBody(c),
    c.req.query('organizationId'),
  ].filter((id) => id !== undefined && id !== '')
  const [first] = named
  if (named.some((id) => id !== first)) throw new AppError('ORGANIZATION_MISMATCH')
  if (first !== undefined && (first.length > MAX_ID_LENGTH || first.includes('\0'))) {
    throw new AppError('ORGANIZATION_NOT_FOUND')
  }
  return first
}

async function organizationOfBody(c: HonoContext<AppEnv>): Promise<string | undefined> {
  if (!c.req.header('Content-Type')?.includes('json')) return undefined
  try {
    return bodySchema.safeParse(await c.req.json()).data?.organizationId
  } catch {
    return undefined
  }
}
