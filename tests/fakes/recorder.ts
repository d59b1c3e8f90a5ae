import { type Call, type Fake, json } from './fake.ts'

export type Recorded = Pick<Call, 'method' | 'path'> & { query: object; body: unknown }

/** At `/recorder`: keeps each request, and answers with an empty list. */
export function recorder(): Fake & { take: () => Recorded[] } {
  const requests: Recorded[] = []
  return {
    name: 'recorder',
    unit: 'requests',
    namespaceOf: () => 'test',
    take: () => requests.splice(0),
    async answer({ method, path, query, body }) {
      const parsed: unknown = body === '' ? undefined : JSON.parse(body)
      requests.push({ method, path, query: Object.fromEntries(query), body: parsed })
      return json(200, { data: [], meta: { pagination: { has_more: false } } })
    },
  }
}
