import type { TestWorker } from '#tests/worker/harness.ts'

/** SQL expressions over `n`, which counts from 1. */
type Columns = { status?: string; endpoint?: string; tokenId?: string; at?: string }

/** Writes so many calls of an organization at once, as if they had been made; the 1st is the newest. */
export const insertCalls = (
  worker: TestWorker,
  organizationId: string,
  count: number,
  {
    status = '200',
    endpoint = "'/api/tinproof/validate'",
    tokenId = 'null',
    at = "now() - n * interval '1 second'",
  }: Columns = {},
) =>
  worker.sql(
    `insert into api_activities
       (request_id, organization_id, token_id, method, endpoint, status_code, outcome, response_time, country, timestamp)
     select gen_random_uuid(), $1, (${tokenId})::int, 'POST', ${endpoint}, status,
            case when status >= 400 then 'refused' else 'confirmed' end, n % 50, 'DE', ${at}
       from (select n, (${status})::int as status from generate_series(1, $2::int) n) numbered
      order by n desc`,
    [organizationId, count],
  )
