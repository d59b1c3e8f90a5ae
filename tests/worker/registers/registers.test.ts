import { beforeAll, describe, expect, it } from 'vitest'
import { REGISTER_MODES } from '#tests/fakes/registers/index.ts'
import { openWorker, type TestWorker } from '#tests/worker/harness.ts'
import { createContext } from '#worker/context.ts'
import type { TextResponse } from '#worker/lib/http-client.ts'
import { makeCall } from '#worker/registers/call-register.ts'
import { catchFailure } from '#worker/registers/parse-response.ts'
import {
  type LookupRequest,
  noAnswerReasons,
  type Register,
  type RegisterAnswer,
  type RegisterHttp,
  type RegisterSettings,
} from '#worker/registers/register.ts'
import { createRegisterHttp } from '#worker/registers/register-http.ts'
import { registers } from '#worker/registers/registers.ts'
import { abnCases } from './abn.ts'
import { acraCases } from './acra.ts'
import { adisCases } from './adis.ts'
import { anafCases } from './anaf.ts'
import { aresCases } from './ares.ts'
import { ariregisterCases } from './ariregister.ts'
import { bolagsverketCases } from './bolagsverket.ts'
import { brregCases } from './brreg.ts'
import type { RegisterCase, RegisterCases } from './case.ts'
import { evatrCases } from './evatr.ts'
import { fiaCases } from './fia.ts'
import { gcisCases } from './gcis.ts'
import { gleifCases } from './gleif.ts'
import { haciendaCases } from './hacienda.ts'
import { hkcrCases } from './hkcr.ts'
import { hmrcCases } from './hmrc.ts'
import { icaCases } from './ica.ts'
import { invoiceCases } from './invoice.ts'
import { isedCases } from './ised.ts'
import { ntsCases } from './nts.ts'
import { nzbnCases } from './nzbn.ts'
import { prhCases } from './prh.ts'
import { rdvatCases } from './rdvat.ts'
import { receitaCases } from './receita.ts'
import { rpoCases } from './rpo.ts'
import { ruesCases } from './rues.ts'
import { ruzCases } from './ruz.ts'
import { sireneCases } from './sirene.ts'
import { uidCases } from './uid.ts'
import { viesCases } from './vies.ts'
import { whitelistCases } from './whitelist.ts'

const all: readonly RegisterCases[] = [
  viesCases,
  evatrCases,
  brregCases,
  hmrcCases,
  abnCases,
  adisCases,
  aresCases,
  anafCases,
  prhCases,
  uidCases,
  ntsCases,
  sireneCases,
  receitaCases,
  acraCases,
  gcisCases,
  fiaCases,
  nzbnCases,
  invoiceCases,
  ruzCases,
  rpoCases,
  icaCases,
  isedCases,
  ariregisterCases,
  haciendaCases,
  hkcrCases,
  ruesCases,
  bolagsverketCases,
  rdvatCases,
  whitelistCases,
  gleifCases,
]

const TIMEOUT = 700
const faults = REGISTER_MODES.filter((mode) => mode !== 'normal' && mode !== 'slow')

let worker: TestWorker

beforeAll(async () => {
  worker = await openWorker('registers')
})

async function callRegister(
  register: Register,
  request: Omit<LookupRequest, 'requester'> & Partial<LookupRequest>,
  settings: RegisterSettings = {},
) {
  const ctx = createContext({ ...worker.settings, ...settings }, crypto.randomUUID(), () => undefined)
  const lookUp = (http: RegisterHttp) => register.lookUp(http, { requester: null, ...request })
  return makeCall(ctx, { register, lookUp, deadline: Date.now() + TIMEOUT })
}

it('covers every register', () => {
  expect(all.map(({ register }) => register.id)).toEqual(registers.map(({ id }) => id))
})

describe.each(all)('$register.name', ({ register, held, cases, recordings = [], without = [] }) => {
  it.each(cases)(
    '$identifier $compact: $response',
    async ({ identifier, compact, requester, mode, times, settings, expected }) => {
      if (mode) await setMode(register, mode, times)
      const answer = await callRegister(
        register,
        { identifier, compact, ...(requester && { requester }) },
        settings,
      )
      if (mode) await setMode(register, 'normal')
      expectAnswer(answer, expected)
    },
  )

  it.each(recordings)('$identifier $compact: $response', async (recording) => {
    const answers = [...recording.answers]
    const http: RegisterHttp = {
      settings: worker.settings,
      timeLeft: () => TIMEOUT,
      sharedValue: async (_name, make) => (await make()).value,
      request: async () => {
        const { status = 200, type, headers, body } = answers.shift() ?? { body: '' }
        const isText = typeof body === 'string'
        return {
          status,
          type: type ?? (isText ? 'text/xml' : 'application/json'),
          headers: new Headers(headers),
          text: isText ? body : JSON.stringify(body),
        }
      },
    }
    const { identifier, compact } = recording
    const answer = await catchFailure(() => register.lookUp(http, { identifier, compact, requester: null }))
    expectAnswer(answer, recording.expected)
    expect(answers).toEqual([])
  })

  it.each(faults.filter((mode) => !without.includes(mode)))(
    'treats %s as no answer',
    { tags: 'deep' },
    async (mode) => {
      await setMode(register, mode)
      const answer = await callRegister(register, held)
      await setMode(register, 'normal')
      expect(answer.kind).toBe('no-answer')
      expect(answer).not.toHaveProperty('isBug')
      if (answer.kind === 'no-answer') expect(noAnswerReasons[answer.reason].retryable).toBe(true)
    },
  )

  // A regular expression with quadratic time takes minutes for these.
  it.each([
    ['commas', ','],
    ['spaces', ' '],
  ])('reads an answer with 200,000 %s in any of its texts', async (_what, character) => {
    const ctx = createContext(worker.settings, crypto.randomUUID(), () => undefined)
    const http = createRegisterHttp(ctx, register, Date.now() + 10_000)
    const answers = new Map<string, TextResponse>()
    const lookUpWith = (read: (response: TextResponse) => string) =>
      catchFailure(() =>
        register.lookUp(
          {
            ...http,
            request: async (path, init) => {
              const response = answers.get(path) ?? (await http.request(path, init))
              answers.set(path, response)
              return { ...response, text: read(response) }
            },
          },
          { requester: null, ...held },
        ),
      )
    expect((await lookUpWith(({ text }) => text)).kind).toBe('found')
    const padding = `${character.repeat(200_000)}x`
    const texts = /"(?:[^"\\]|\\.)*(?="(?!\s*:))|(?<=>)[^<>]+(?=<)|^callback\(.*\)/gs
    const count = Math.max(...[...answers.values()].map(({ text }) => [...text.matchAll(texts)].length))
    for (let wanted = 0; wanted < count; wanted++) {
      const answer = await lookUpWith(({ text }) => {
        let index = 0
        return text.replace(texts, (value) => (index++ === wanted ? value + padding : value))
      })
      expect(JSON.stringify(answer).length).toBeLessThan(10_000)
    }
  })
})

function expectAnswer(answer: RegisterAnswer, expected: RegisterCase['expected']) {
  if (typeof expected === 'object') expect(answer).toMatchObject({ kind: 'found', ...expected })
  else if (expected === 'not-found') expect(answer).toEqual({ kind: 'not-found' })
  else {
    expect(answer).toMatchObject({ kind: 'no-answer', reason: expected })
    expect(answer).not.toHaveProperty('isBug')
  }
}

const setMode = (register: Register, mode: (typeof REGISTER_MODES)[number], times?: number) =>
  worker.fakes.switchRegister({
    namespace: worker.namespace,
    register: register.id,
    mode,
    ...(times !== undefined && { times }),
  })
