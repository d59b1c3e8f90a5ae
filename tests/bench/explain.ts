import { Client } from '@neondatabase/serverless'
import type pg from 'pg'
import * as z from 'zod'

export type Statement = { query: string; params: unknown[] }

const NOTHING = { fields: [], rows: [], rowCount: 0, command: 'SELECT', rowAsArray: true }

const statementSchema = z.object({ query: z.string(), params: z.array(z.unknown()) })
const sentSchema = z.union([
  statementSchema.transform((statement) => [statement]),
  z.object({ queries: z.array(statementSchema) }).transform(({ queries }) => queries),
])

const querySchema = z.object({ text: z.string() })

/** Collects the SQL of transactions, which really runs and is rolled back. Returns what ends that. */
function collectTransactions(sent: Statement[]): () => void {
  const realQuery = Client.prototype.query
  Client.prototype.query = new Proxy(realQuery, {
    apply: (query, client, [config, params = []]: [unknown, unknown[]?]) => {
      const { text } = querySchema.parse(config)
      if (text === 'commit') return Reflect.apply(query, client, ['rollback'])
      if (text !== 'begin') sent.push({ query: text, params })
      return Reflect.apply(query, client, [config, params])
    },
  })
  return () => {
    Client.prototype.query = realQuery
  }
}

/**
 * Collects the SQL that `work` sends to Neon. Outside of transactions, unless they are real, every answer is empty, so `work`
 * may fail after it, and Redis answers 0.
 */
export async function statementsOf(
  work: () => Promise<unknown>,
  { realAnswers = false } = {},
): Promise<Statement[]> {
  const sent: Statement[] = []
  const stopCollecting = collectTransactions(sent)
  const realFetch = globalThis.fetch
  globalThis.fetch = async (url, init) => {
    const body: unknown = JSON.parse(String(init?.body))
    const statements = sentSchema.safeParse(body)
    sent.push(...(statements.data ?? []))
    if (realAnswers) return await realFetch(url, init)
    if (!statements.success) return Response.json({ result: 0 })
    const isBatch = typeof body === 'object' && body !== null && 'queries' in body
    return Response.json(isBatch ? { results: statements.data.map(() => NOTHING) } : NOTHING)
  }
  try {
    await (realAnswers ? work() : work().catch(() => {}))
  } finally {
    globalThis.fetch = realFetch
    stopCollecting()
  }
  return sent
}

const nodeSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  get Plans() {
    return z.array(nodeSchema).optional()
  },
})
type PlanNode = z.infer<typeof nodeSchema>

const answerSchema = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([
      z.object({ Plan: nodeSchema, 'Planning Time': z.number(), 'Execution Time': z.number() }),
    ]),
  }),
])

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

export type Run = { milliseconds: number; rows: number; indexes: string[]; scanned: string[] }

/**
 * Runs a transaction of statements once and rolls it back. `milliseconds` is PostgreSQL's own time for planning and
 * execution; `rows` are those of the first step with any; `scanned` lists the tables read from end to end.
 */
export async function explain(client: pg.Client, statements: readonly Statement[]): Promise<Run> {
  const plans = []
  await client.query('begin')
  for (const { query, params } of statements) {
    const { rows } = await client.query(`explain (analyze, timing off, format json) ${query}`, params)
    plans.push(answerSchema.parse(rows)[0]['QUERY PLAN'][0])
  }
  await client.query('rollback')
  const nodes = plans.flatMap(({ Plan }) => nodesOf(Plan))
  const namesOf = (names: (string | undefined)[]) => [...new Set(names.filter((name) => name !== undefined))]
  return {
    milliseconds: plans.reduce((sum, plan) => sum + plan['Planning Time'] + plan['Execution Time'], 0),
    rows: nodes.map((node) => node['Actual Rows']).find((rows) => rows > 0) ?? 0,
    indexes: namesOf(nodes.map((node) => node['Index Name'])),
    scanned: namesOf(
      nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']),
    ),
  }
}
