import type pg from 'pg'
import * as z from 'zod'

type Statement = { query: string; params: unknown[] }

const RUNS = 7
const NOTHING = { fields: [], rows: [], rowCount: 0, command: 'SELECT', rowAsArray: false }

const sentSchema = z.object({ query: z.string(), params: z.array(z.unknown()) })

/** Collects the SQL that `work` sends to Neon. Every answer is empty. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const realFetch = globalThis.fetch
  globalThis.fetch = async (_url, init) => {
    sent.push(sentSchema.parse(JSON.parse(String(init?.body))))
    return Response.json(NOTHING)
  }
  try {
    await work()
  } finally {
    globalThis.fetch = realFetch
  }
  return sent
}

const nodeSchema = z.object({
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  get Plans() {
    return z.array(nodeSchema).optional()
  },
})
type PlanNode = z.infer<typeof nodeSchema>

const answerSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: nodeSchema, 'Execution Time': z.number() })]) }),
])

const indexesOf = (node: PlanNode): string[] => [
  ...(node['Index Name'] ? [node['Index Name']] : []),
  ...(node.Plans ?? []).flatMap(indexesOf),
]

/** Runs a statement 7 times, each rolled back. `milliseconds` is the median of PostgreSQL's execution times. */
export async function explain(client: pg.Client, { query, params }: Statement) {
  const runs = []
  for (let run = 0; run < RUNS; run++) {
    await client.query('begin')
    const { rows } = await client.query(`explain (analyze, format json) ${query}`, params)
    await client.query('rollback')
    runs.push(answerSchema.parse(rows)[0]['QUERY PLAN'][0])
  }
  const sorted = runs.toSorted((a, b) => a['Execution Time'] - b['Execution Time'])
  const median = sorted[RUNS >> 1]
  if (!median) throw new Error('no runs')
  return {
    indexes: [...new Set(indexesOf(median.Plan))],
    milliseconds: median['Execution Time'],
    rows: median.Plan['Actual Rows'],
  }
}
