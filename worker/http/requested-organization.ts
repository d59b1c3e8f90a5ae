import type { Context as HonoContext } from 'hono'
import * as z from 'zod/mini'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from './app-env.ts'
import { isJson, readJsonBody } from './input.ts'

const MAX_ID_LENGTH = 64
const bodySchema = z.object({ organizationId: z.string() })

/** An invalid body is for the route to report. Throws ORGANIZATION_MISMATCH, ORGANIZATION_NOT_FOUND. */
export async function requestedOrganization(
  c: HonoContext<AppEnv>,
  { readsBody = true }: { readsBody?: boolean | undefined } = {},
): Promise<string | undefined> {
  const named = [
    c.req.header('x-organization-id'),
    readsBody ? await organizationOfBody(c) : undefined,
    ...(c.req.queries('organizationId') ?? []),
  ].filter((id) => id !== undefined && id !== '')
  const [first] = named
  if (named.some((id) => id !== first)) throw new AppError('ORGANIZATION_MISMATCH')
  if (first !== undefined && (first.length > MAX_ID_LENGTH || !isText(first))) {
    throw new AppError('ORGANIZATION_NOT_FOUND')
  }
  return first
}

/** PostgreSQL refuses NUL and lone surrogates. */
const isText = (text: string) => /^[^\0\p{Cs}]*$/u.test(text)

async function organizationOfBody(c: HonoContext<AppEnv>): Promise<string | undefined> {
  if (!isJson(c)) return undefined
  try {
    return bodySchema.safeParse(await readJsonBody(c)).data?.organizationId
  } catch {
    return undefined
  }
}
