import { createHttp } from '../http.ts'
import type { Countries } from '../types.ts'
import { exitCodes, type Values } from './arguments.ts'
import { print } from './io.ts'
import { urlOf } from './token.ts'

/** Public, so there may be no token. */
export async function listCountries(values: Values<'countries'>): Promise<number> {
  const answer = await createHttp({ token: null, baseUrl: urlOf(values) })<Countries>(['countries'])
  const lines = answer.countries.flatMap(({ name, types }) =>
    types.map((each) => `${each.id.padEnd(16)} ${name}: ${each.name}`),
  )
  print(values.json ? JSON.stringify(answer, null, 2) : lines.join('\n'))
  return exitCodes.done
}
