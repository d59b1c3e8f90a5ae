import { createHttp } from '../http.ts'
import type { Countries } from '../types.ts'
import { exitCodes, UsageError, type Values } from './arguments.ts'
import { print } from './io.ts'
import { urlOf } from './token.ts'

/** Public, so there may be no token. */
export async function listCountries(
  values: Values<'countries'>,
  [only, another]: readonly string[],
): Promise<number> {
  if (another) throw new UsageError('Pass one country, or none for all.')
  const all = await createHttp({ token: null, baseUrl: await urlOf(values) })<Countries>(['countries'])
  const countries = all.countries.filter(({ code }) => only === undefined || code === only.toUpperCase())
  if (countries.length === 0) throw new UsageError(`${only} isn't a country code that we know.`)
  const lines = countries.flatMap(({ name, types }) =>
    types.map((each) => `${each.id.padEnd(16)} ${name}: ${each.name}`),
  )
  print(values.json ? JSON.stringify({ ...all, countries }, null, 2) : lines.join('\n'))
  return exitCodes.done
}
