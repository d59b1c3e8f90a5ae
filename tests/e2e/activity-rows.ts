import type { FakesClient } from '#tests/fakes/client.ts'
import type { Outcome } from '#worker/activity/contract.ts'

/** The database of a stack without a data folder. */
const DATABASE = 'test'

/** A UTC day, such as 2026-01-31. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

type Calls = {
  count: number
  /** Time of the newest call. Each older one is a minute earlier. */
  at: string
  status?: number
  outcome?: Outcome
  endpoint?: string
  country?: string | null
  responseTime?: number
  errorCode?: string
  /** A token's ID, or "own" for the organization's token. */
  token?: number | 'own'
}

export async function addCalls(fakes: FakesClient, organizationId: string, calls: Calls): Promise<void> {
  const { count, at, status = 200, outcome = 'confirmed', endpoint = '/api/tinproof/validate' } = calls
  const { country = 'DE', responseTime = 12, errorCode = null, token = 'own' } = calls
  await fakes.sql(
    DATABASE,
    `insert into api_activities
       (request_id, organization_id, token_id, method, endpoint, status_code, outcome, response_time, country, error_code, timestamp)
     select gen_random_uuid(), $1,
            coalesce($2::int, (select id from api_tokens where organization_id = $1 and name = 'default')),
            'POST', $3, $4::smallint, $5, $6::int, $7, $8, $9::timestamptz - n * interval '1 minute'
       from generate_series(0, $10::int - 1) n
      order by n desc`,
    [
      organizationId,
      token === 'own' ? null : token,
      endpoint,
      status,
      outcome,
      responseTime,
      country,
      errorCode,
      at,
      count,
    ],
  )
}
