import type { Context as HonoContext } from 'hono'
import * as z from 'zod'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from './app-env.ts'
import { isJson } from './input.ts'

const MAX_ID_LENGTH = 64
const bodySchema = z.object({ organizationId: z.string() })

/**
 * The organization that a call names: the header `x-organization-id`, the body's `organizationId`, the query's.
 * Throws ORGANIZATION_MISMATCH where two disagree. A body that cannot be read names none; its route tells why.
 */
export async function requestedOrganization(c: HonoContext<AppEnv>): Promise<string | undefined> {
  const named = [
    c.req.header('x-organization-id'),
    await organizationOfBody(c),
    ...(c.req.queries('organizationId') ?? []),
  ].filter((id) => id !== undefined && id !== '')
  const [first] = named
  if (named.some((id) => id !== first)) throw new AppError('ORGANIZATION_MISMATCH')
  if (first !== undefined && (first.length > MAX_ID_LENGTH || !isText(first))) {
    throw new AppError('ORGANIZATION_NOT_FOUND')
  }
  return first
}

/** Whether PostgreSQL can hold it: it takes neither a NUL nor half a surrogate pair. */
const isText = (text: string) => /^[^\0\p{Cs}]*$/u.test(text)

async function organizationOfBody(c: HonoContext<AppEnv>): Promise<string | undefined> {
  if (!isJson(c)) return undefined
  try {
    return bodySchema.safeParse(await c.req.json()).data?.organizationId
  } catch {
    return undefined
  }
}
