import { expect, it } from 'vitest'
import { FetchError } from '#worker/lib/http-client.ts'
import { sirene } from '#worker/registers/clients/sirene.ts'
import type { Line, Question } from '#worker/registers/register.ts'

const question: Question = { identifier: 'FR.SIREN', compact: '732829320', requester: null }
const tooMany = { status: 429, type: '', headers: new Headers(), text: '' }
const unknown = {
  status: 404,
  type: 'application/json',
  headers: new Headers(),
  text: '{"header":{"statut":404,"message":"Aucun élément trouvé pour le siren 732829320"}}',
}

/** A line on which the search says this, and INSEE that it does not know the number. */
function lineWith(search: () => ReturnType<Line['call']>, key = 'key') {
  const calls: { path: string; base: string | undefined; within: number | undefined }[] = []
  const line: Line = {
    settings: { INSEE_API_KEY: key },
    left: () => 3_000,
    shared: () => Promise.reject(new Error('nothing is shared')),
    call: async (path, { base, within } = {}) => {
      calls.push({ path, base, within })
      return base === undefined ? search() : unknown
    },
  }
  return { line, calls }
}

it('leaves INSEE half of the time when the search hangs', async () => {
  const { line, calls } = lineWith(() => Promise.reject(new FetchError('TIMEOUT')))
  expect(await sirene.lookUp(line, question)).toEqual({ kind: 'not-found' })
  expect(calls).toEqual([
    { path: '/search?q=732829320&page=1&per_page=1', base: undefined, within: 1_500 },
    { path: '/siren/732829320', base: 'https://api.insee.fr/api-sirene/3.11', within: undefined },
  ])
})

it('gives the search all of the time without a key for INSEE', async () => {
  const { line, calls } = lineWith(() => Promise.reject(new FetchError('TIMEOUT')), '')
  await expect(sirene.lookUp(line, question)).rejects.toThrow(FetchError)
  expect(calls.map(({ within }) => within)).toEqual([3_000])
})

it('lets the search rest when it has too many calls, and asks INSEE alone', async () => {
  const { line, calls } = lineWith(async () => tooMany)
  expect(await sirene.lookUp(line, question)).toEqual({ kind: 'not-found' })
  expect(await sirene.lookUp(line, question)).toEqual({ kind: 'not-found' })
  expect(calls.map(({ base }) => base !== undefined)).toEqual([false, true, true])
})

it('is asked for the SIREN in a French VAT number, and not for a Monegasque one', () => {
  const compactOf = sirene.standsInFor?.['FR.TVA']?.compactOf
  expect(compactOf?.('40303265045')).toBe('303265045')
  expect(compactOf?.('53000047352')).toBeUndefined()
})
