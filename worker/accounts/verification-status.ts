import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { generateSecret, hashToken } from '#worker/lib/crypto.ts'
import type { VerificationStatus } from './contract.ts'
import { isVerified, knownBrowsers, waits } from './pending-sign-up.ts'

/** The browser that began the sign-up, and those that opened the link last. */
const MAX_BROWSERS = 8

const organizationSchema = z.object({ id: z.string(), name: z.string() })
const statusSchema = z.object({ is_verified: z.boolean(), organization: organizationSchema.nullable() })
const openedSchema = z.object({ is_new_browser: z.boolean(), organization: organizationSchema.nullable() })

const UNVERIFIED: VerificationStatus = { verified: false, organization: null }

const firstOrganization = sql`(
  select json_build_object('id', o.id, 'name', o.name)
    from organization_memberships m
    join organizations o on o.id = m.organization_id
   where m.user_id = users.id
   order by m.id
   limit 1)`

type Question = { email: string; browserSecret: string | undefined }

/** Whether the link of a sign-up was opened; told to a browser of this sign-up alone, any other hears "no". */
export async function verificationStatus(ctx: Context, question: Question): Promise<VerificationStatus> {
  if (!question.browserSecret) return UNVERIFIED
  const { rows } = await ctx.db.execute(sql`
    select ${isVerified} as is_verified, ${firstOrganization} as organization
      from users
     where ${waits(question.email)} and ${hashToken(question.browserSecret)} = any(${knownBrowsers})`)
  const row = statusSchema.optional().parse(rows[0])
  return row?.is_verified ? { verified: true, organization: row.organization } : UNVERIFIED
}

/**
 * Opens the link of a sign-up. Its browser may finish the sign-up from now on, as may the one that began it: a browser
 * that is not known yet gets `browserSecret`. A link that is wrong, used up or expired opens nothing.
 */
export async function openVerificationLink(
  ctx: Context,
  { email, browserSecret, token }: Question & { token: string },
): Promise<VerificationStatus & { browserSecret?: string }> {
  const browser = generateSecret()
  const isKnown = sql`${browserSecret ? hashToken(browserSecret) : null}::text = any(${knownBrowsers})`
  const { rows } = await ctx.db.execute(sql`
    update users
       set temp_data = users.temp_data || jsonb_build_object(
             'verifiedAt', coalesce(users.temp_data->>'verifiedAt', ${ctx.now.toISOString()}::text),
             'browserHash', case when ${isKnown} then users.temp_data->>'browserHash'
                                 else ${withBrowser(browser.hash)} end)
     where ${waits(email)} and users.temp_data->>'tokenHash' = ${hashToken(token)}
    returning ${browser.hash}::text = any(${knownBrowsers}) as is_new_browser, ${firstOrganization} as organization`)
  const row = openedSchema.optional().parse(rows[0])
  if (!row) return UNVERIFIED
  const status = { verified: true, organization: row.organization }
  return row.is_new_browser ? { ...status, browserSecret: browser.secret } : status
}

const withBrowser = (hash: string) => sql`array_to_string(
  (${knownBrowsers})[1:1]
  || (${knownBrowsers})[greatest(2, cardinality(${knownBrowsers}) - ${MAX_BROWSERS - 3}::int):]
  || ${hash}::text, ' ')`
