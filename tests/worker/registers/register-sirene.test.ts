import { expect, it } from 'vitest'
import { FetchError } from '#worker/lib/http-client.ts'
import type { LookUpRequest, RegisterHttp } from '#worker/registers/register.ts'
import { registerById } from './case.ts'

const sirene = registerById('sirene')

const request: LookUpRequest = { identifier: 'FR.SIREN', compact: '732829320', requester: null }
const tooMany = { status: 429, type: '', headers: new Headers(), text: '' }
const unknown = {
  status: 404,
  type: 'application/json',
  headers: new Headers(),
  text: '{"header":{"statut":404,"message":"Aucun élément trouvé pour le siren 732829320"}}',
}

/** INSEE does not find the number. */
function httpWith(search: () => ReturnType<RegisterHttp['request']>, key = 'key') {
  const calls: { path: string; base: string | undefined; timeout: number | undefined }[] = []
  const http: RegisterHttp = {
    settings: { INSEE_API_KEY: key },
    timeLeft: () => 3_000,
    sharedValue: () => Promise.reject(new Error('no shared value')),
    request: async (path, { base, timeout } = {}) => {
      calls.push({ path, base, timeout })
      return base === undefined ? search() : unknown
    },
  }
  return { http, calls }
}

it('leaves half of the time for INSEE when the search hangs', async () => {
  const { http, calls } = httpWith(() => Promise.reject(new FetchError('TIMEOUT')))
  expect(await sirene.lookUp(http, request)).toEqual({ kind: 'not-found' })
  expect(calls).toEqual([
    { path: expect.stringMatching(/^\/search\?q=732829320&/), base: undefined, timeout: 1_500 },
    { path: '/siren/732829320', base: 'https://api.insee.fr/api-sirene/3.11', timeout: undefined },
  ])
})

it('leaves all of the time for the search without an INSEE key', async () => {
  const { http, calls } = httpWith(() => Promise.reject(new FetchError('TIMEOUT')), '')
  await expect(sirene.lookUp(http, request)).rejects.toThrow(FetchError)
  expect(calls.map(({ timeout }) => timeout)).toEqual([3_000])
})

it('pauses the search after too many requests and calls only INSEE', async () => {
  const { http, calls } = httpWith(async () => tooMany)
  expect(await sirene.lookUp(http, request)).toEqual({ kind: 'not-found' })
  expect(await sirene.lookUp(http, request)).toEqual({ kind: 'not-found' })
  expect(calls.map(({ base }) => base !== undefined)).toEqual([false, true, true])
})

it('searches for the SIREN of a French VAT number, but not of a Monegasque one', async () => {
  const { http, calls } = httpWith(async () => unknown, '')
  await sirene.lookUp(http, { ...request, identifier: 'FR.TVA', compact: '40303265045' })
  expect(calls.map(({ path }) => path)).toEqual([expect.stringMatching(/^\/search\?q=303265045&/)])
  const numbers = ['40303265045', '53000047352']
  expect(numbers.map((compact) => sirene.canHold?.({ ...request, compact }))).toEqual([true, false])
})
