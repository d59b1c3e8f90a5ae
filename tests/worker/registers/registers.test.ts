import { beforeEach, describe, expect, it, vi } from 'vitest'
import { REGISTER_MODES, type RegisterMode } from '#tests/fakes/registers/index.ts'
import { openWorker } from '#tests/worker/harness.ts'
import type { TextResponse } from '#worker/lib/http-client.ts'
import { catchFailure } from '#worker/registers/answers.ts'
import { proofs } from '#worker/registers/constants.ts'
import {
  type LookUpRequest,
  type NoAnswerReason,
  noAnswerReasons,
  type Register,
  type RegisterAnswer,
  type RegisterHttp,
  type RegisterSettings,
} from '#worker/registers/register.ts'
import { createRegisterHttp } from '#worker/registers/register-http.ts'
import { registers } from '#worker/registers/registers.ts'
import { proofOf } from '#worker/registers/sources.ts'
import { allCases } from './all-cases.ts'
import { type Case, type Recording, type Response, rowsOf } from './case.ts'

/** Less than VIES waits for before a second attempt. */
const TIMEOUT = 2_200
/** For an answer at once, on any machine. */
const LONG_TIMEOUT = 60_000
const TIMEOUT_OF_HANGING = 700
const faults = REGISTER_MODES.filter((mode) => mode !== 'normal' && mode !== 'slow')

const worker = await openWorker('registers')

async function callRegister(
  register: Register,
  request: Omit<LookUpRequest, 'requester'> & Partial<LookUpRequest>,
  settings: RegisterSettings = {},
  timeout = TIMEOUT,
) {
  const http = createRegisterHttp(worker.context(settings), register, Date.now() + timeout)
  return catchFailure(() => register.lookUp(http, { requester: null, ...request }))
}

it('covers every register', () => {
  const tested = allCases.map(({ register }) => register.id)
  expect(tested.sort()).toEqual(registers.map(({ id }) => id).sort())
})

const found = { kind: 'found', registered: true, consultationNumber: null } as const

/** What the fakes answer in these modes. */
const failures = { throttled: 'THROTTLED', down: 'UNAVAILABLE', swapped: 'WRONG_NUMBER' } as const

const envelope = (body: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`
const page = '<html><head><title>Maintenance</title></head><body><p>Sign in</p></body></html>'
const ok = { status: 200, type: 'application/json' } as const
const oddAnswers: Readonly<Record<string, Partial<TextResponse>>> = {
  ...Object.fromEntries(
    [206, 302, 403, 418, 429, 500, 503].map((status) => [`its own with ${status}`, { status }]),
  ),
  ...Object.fromEntries(
    [
      '{}',
      '[]',
      '[{}]',
      'null',
      '""',
      '0',
      'true',
      '{"error":"Internal error"}',
      '{"message":"No data"}',
    ].flatMap((text) => [
      [text, { ...ok, text }],
      [`${text} with 403`, { ...ok, status: 403, text }],
    ]),
  ),
  'a page with 200': { status: 200, type: 'text/html', text: page },
  'a page as XML': { status: 200, type: 'text/xml', text: page },
  'a page as JSON': { ...ok, text: page },
  'a page with 404': { status: 404, type: 'text/html', text: page },
  'a page with 410': { status: 410, type: 'text/html', text: page },
  'an empty text with 410': { status: 410, type: '', text: '' },
  'an empty envelope': { status: 200, type: 'text/xml', text: envelope('') },
  'a fault with 200': {
    status: 200,
    type: 'text/xml',
    text: envelope('<s:Fault><faultcode>s:Server</faultcode><faultstring>x</faultstring></s:Fault>'),
  },
  'a fault with 500': {
    status: 500,
    type: 'text/xml',
    text: envelope('<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code></s:Fault>'),
  },
}

const warn = vi.spyOn(console, 'warn').mockReturnValue()
beforeEach(() => warn.mockClear())

describe.each(allCases)('$register.name', (tested) => {
  const { register, held, recordings = {}, without = [], always = {}, hasOwnStatus } = tested
  const expectAnswer = (identifier: string, answer: RegisterAnswer, expected: Recording['expected']) => {
    if (typeof expected === 'object') {
      const proves = proofOf(register, identifier)
      const proven = answer.kind === 'found' ? { ...answer, proves: answer.proves ?? proves } : answer
      expect(proven).toMatchObject({ ...found, proves, ...always, ...expected })
    } else if (expected === 'not-found') expect(answer).toEqual({ kind: 'not-found' })
    else if (expected === 'unknown-status') {
      expect(answer).toEqual({ kind: 'no-answer', reason: 'UNREADABLE', isBug: true })
      const line = `"unknown register status","register":"${register.id}","status":`
      expect(warn).toHaveBeenCalledWith(expect.stringContaining(line))
    } else {
      expect(answer).toMatchObject({ kind: 'no-answer', reason: expected })
      expect(answer).not.toHaveProperty('isBug')
    }
  }

  const rows = rowsOf(tested)
  const answers = async ({ mode, times, settings, expected, response: _, ...request }: Case) => {
    if (mode) await worker.setRegister(register.id, mode, times === undefined ? {} : { times })
    const answer = await callRegister(register, request, settings, mode ? TIMEOUT : LONG_TIMEOUT)
    if (mode) await worker.setRegister(register.id, 'normal')
    expectAnswer(request.identifier, answer, expected)
    const proves = typeof expected === 'object' ? expected.proves : undefined
    const most = proofOf(register, request.identifier)
    if (proves) expect(proofs.indexOf(proves)).toBeGreaterThanOrEqual(proofs.indexOf(most))
  }
  const title = '$identifier $compact: $response'
  const firstFound = rows.find(({ expected }) => typeof expected === 'object')
  const firstUnknown = rows.find(({ expected }) => expected === 'not-found')
  const isFirst = (row: Case) => row === firstFound || row === firstUnknown
  it.each(rows.filter(isFirst))(title, answers)
  it.each(rows.filter((row) => !isFirst(row)))(title, { tags: 'deep' }, answers)

  const reasons: Partial<Record<RegisterMode, NoAnswerReason>> = { ...failures, ...tested.failures }
  for (const mode of faults.filter((each) => !without.includes(each))) {
    const expected = reasons[mode]
    it(`that is ${mode}: ${expected ?? 'no answer'}`, { tags: mode === 'down' ? [] : ['deep'] }, async () => {
      await worker.setRegister(register.id, mode)
      const settings = expected ? tested.failuresWith : {}
      const timeout = mode === 'hang' ? TIMEOUT_OF_HANGING : TIMEOUT
      const answer = await callRegister(register, held, settings, timeout)
      await worker.setRegister(register.id, 'normal')
      if (expected) expectAnswer(held.identifier, answer, expected)
      expect(answer).not.toHaveProperty('isBug')
      expect(answer.kind).toBe('no-answer')
      if (answer.kind === 'no-answer') expect(noAnswerReasons[answer.reason].retryable).toBe(true)
    })
  }

  const published = Object.entries(recordings).flatMap(([source, all]) =>
    all.map((recording) => ({ source, ...recording })),
  )
  it.each(published)('$response, as published at $source', async (recording) => {
    const answers = [...recording.answers]
    const http: RegisterHttp = {
      settings: worker.settings,
      timeLeft: () => TIMEOUT,
      sharedValue: async (_name, make) => (await make()).value,
      request: async () => {
        const { status = 200, type, headers, body }: Response = answers.shift() ?? { body: '' }
        const isText = typeof body === 'string'
        return {
          status,
          type: type ?? (isText ? 'text/xml' : 'application/json'),
          headers: new Headers(headers),
          text: isText ? body : JSON.stringify(body),
        }
      },
    }
    const { identifier = held.identifier, compact = held.compact } = recording
    const answer = await catchFailure(() => register.lookUp(http, { identifier, compact, requester: null }))
    expectAnswer(identifier, answer, recording.expected)
    expect(answers).toEqual([])
  })

  it('gives no verdict for an odd answer', async () => {
    const deadline = Date.now() + LONG_TIMEOUT
    const real = createRegisterHttp(worker.context(), register, deadline)
    const unlisted = rows.filter(
      ({ expected, mode }) => !mode && (expected === 'not-found' || expected === 'NOT_COVERED'),
    )
    const responses = new Map<string, TextResponse>()
    const wrong: unknown[] = []
    for (const request of [{ requester: null, ...held }, ...unlisted.slice(0, 1)]) {
      for (const [what, change] of Object.entries(oddAnswers)) {
        const http: RegisterHttp = {
          ...real,
          // Too little for a second attempt.
          timeLeft: () => 300,
          sharedValue: async (_name, make) => (await make()).value,
          request: async (path, { timeout: _, ...init } = {}) => {
            const key = `${path} ${init.body}`
            const response = responses.get(key) ?? (await real.request(path, init))
            responses.set(key, response)
            return response.text.includes('"access_token"') ? response : { ...response, ...change }
          },
        }
        const answer = await catchFailure(() => register.lookUp(http, request))
        const isOwn = hasOwnStatus && change.text === undefined
        if ('isBug' in answer || !(isOwn || answer.kind === 'no-answer'))
          wrong.push({ what, request, answer })
      }
    }
    expect(wrong).toEqual([])
  })

  // A regular expression with quadratic time takes minutes for these.
  it.each([
    ['commas', ','],
    ['spaces', ' '],
  ])('reads an answer with 200,000 %s in any of its texts', { tags: 'deep' }, async (_what, character) => {
    const ctx = worker.context()
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
