import { afterEach, describe, expect, it } from 'vitest'
import { REGISTER_MODES } from '#tests/fakes/registers/index.ts'
import { openWorker } from '#tests/worker/harness.ts'
import { catchFailure, noAnswer } from '#worker/registers/answers.ts'
import type { LookUpRequest, Register, RegisterAnswer, RegisterHttp } from '#worker/registers/register.ts'
import { createRegisterHttp } from '#worker/registers/register-http.ts'
import { registers } from '#worker/registers/registers.ts'
import { allCases } from './all-cases.ts'
import { registerById, rowsOf } from './case.ts'

const adis = registerById('adis')
const anaf = registerById('anaf')
const eos = registerById('eos')
const gbeori = registerById('gbeori')
const nts = registerById('nts')

const worker = await openWorker('registers_many')
afterEach(async () => {
  for (const { id } of [nts, anaf, adis, eos, gbeori]) await worker.setRegister(id, 'normal')
})

const httpOf = (register: Register): RegisterHttp =>
  createRegisterHttp(worker.context(), register, Date.now() + 2_000)

type Lookup = Pick<LookUpRequest, 'identifier' | 'compact'>
const toRequest = ({ identifier, compact }: Lookup): LookUpRequest => ({
  identifier,
  compact,
  requester: null,
})

async function lookUpMany(register: Register, lookUps: readonly Lookup[], http = httpOf(register)) {
  let answers: readonly RegisterAnswer[] = []
  const failure = await catchFailure(async () => {
    answers = (await register.lookUpMany?.lookUp(http, lookUps.map(toRequest))) ?? []
    return noAnswer('NOT_COVERED')
  })
  return answers.length > 0 ? answers : lookUps.map(() => failure)
}

/** Answers once with this body. */
const canned = (register: Register, text: string): RegisterHttp => ({
  ...httpOf(register),
  request: async () => ({ status: 200, text, type: 'application/json', headers: new Headers() }),
})

it('is known for five registers', () => {
  expect(registers.flatMap(({ id, lookUpMany }) => (lookUpMany ? [`${id} ${lookUpMany.max}`] : []))).toEqual([
    'eos 10',
    'gbeori 10',
    'adis 100',
    'anaf 100',
    'nts 100',
  ])
})

/** Numbers that make a whole request fail. */
const isForAll = (expected: unknown) => expected === 'REFUSED' || expected === 'UNAVAILABLE'
const failing = /^12481[12]0\d|^1$|^25026535$|^GB98078068490[1-4]/

describe.each(allCases.filter(({ register }) => register.lookUpMany))('$register.name', (tested) => {
  const { register, held } = tested
  const max = register.lookUpMany?.max ?? 0
  const single = rowsOf(tested).filter(
    ({ mode, settings, expected, compact }) =>
      !mode && !settings && !isForAll(expected) && !failing.test(compact),
  )

  it('answers many numbers as it answers each of them', async () => {
    const expected = await Promise.all(
      single.map((lookUp) => catchFailure(() => register.lookUp(httpOf(register), toRequest(lookUp)))),
    )
    expect(new Set(expected.map(({ kind }) => kind)).size).toBe(3)
    // Requests of one call have one identifier.
    for (const identifier of new Set(single.map((lookUp) => lookUp.identifier))) {
      const some = single.filter((lookUp) => lookUp.identifier === identifier)
      const before = await worker.fakes.registerTally(worker.namespace, register.id)
      expect(await lookUpMany(register, some)).toEqual(
        expected.filter((_, index) => single[index]?.identifier === identifier),
      )
      const after = await worker.fakes.registerTally(worker.namespace, register.id)
      expect(after.calls).toBe(before.calls + 1)
    }
  })

  it('answers as many numbers as fit, and a repeated one twice', async () => {
    const others = Array.from({ length: max - 1 }, (_, at) => ({
      ...held,
      compact: held.compact.replace(/\d\d/, String(at + 10)),
    }))
    const answers = await lookUpMany(register, [...others, held, held])
    expect(answers).toHaveLength(max + 1)
    expect(new Set(answers.map((answer) => (answer.kind === 'no-answer' ? answer.reason : '')))).toEqual(
      new Set(['']),
    )
    expect(answers[max]).toMatchObject({ kind: 'found', registered: true })
    expect(answers[max - 1]).toEqual(answers[max])
  })

  const faults = REGISTER_MODES.filter((mode) => !['normal', 'slow', 'hang'].includes(mode))
  it.each(faults)('has the same failure for all numbers: %s', { tags: 'deep' }, async (mode) => {
    await worker.setRegister(register.id, mode)
    const expected = await catchFailure(() => register.lookUp(httpOf(register), toRequest(held)))
    const other = single.find(({ compact }) => compact !== held.compact) ?? held
    for (const answer of await lookUpMany(register, [held, other])) expect(answer).toEqual(expected)
    expect(expected.kind).toBe('no-answer')
  })
})

describe('a response that lacks a number, or has a wrong entry', () => {
  const business = (b_no: string) => ({ b_no, b_stt: '계속사업자', b_stt_cd: '01', tax_type_cd: '01' })
  const taxpayer = (cui: number) => ({
    date_generale: { cui, denumire: 'EXAMPLE', stare_inregistrare: 'INREGISTRAT' },
  })
  const subject = (dic: string, kind = 'PLATCE_DPH') => `<statusSubjektu typSubjektu="${kind}" dic="${dic}"/>`
  const result = (eori: string, status = '0') =>
    `<result><eori>${eori}</eori><status>${status}</status><statusDescr>Valid</statusDescr></result>`
  const eoriEnvelope = (results: string) =>
    `<S:Envelope xmlns:S="s"><S:Body><n:validateEORIResponse xmlns:n="n"><return>${results}</return></n:validateEORIResponse></S:Body></S:Envelope>`
  const trader = (eori: string) => ({ eori, valid: true })
  const envelope = (subjects: string) =>
    `<e:Envelope xmlns:e="e"><e:Body><StatusNespolehlivySubjektRozsirenyResponse xmlns="x"><status statusCode="0"/>${subjects}</StatusNespolehlivySubjektRozsirenyResponse></e:Body></e:Envelope>`

  it.each([
    {
      register: nts,
      identifier: 'KR.BRN',
      numbers: ['1248100998', '2208162517'],
      lacking: JSON.stringify({ status_code: 'OK', data: [business('2208162517')] }),
      broken: JSON.stringify({ status_code: 'OK', data: [{ b_no: 1248100998 }, business('2208162517')] }),
      swapped: JSON.stringify({ status_code: 'OK', data: [business('1248100000'), business('2208162517')] }),
    },
    {
      register: anaf,
      identifier: 'RO.CUI',
      numbers: ['18547290', '1590082'],
      lacking: JSON.stringify({ found: [taxpayer(1590082)], notFound: [] }),
      broken: JSON.stringify({ found: [{ date_generale: {} }, taxpayer(1590082)], notFound: [null] }),
      swapped: JSON.stringify({ found: [taxpayer(1590082)], notFound: [18547291] }),
    },
    {
      register: adis,
      identifier: 'CZ.DIC',
      numbers: ['25026500', '25026534'],
      lacking: envelope(subject('25026534')),
      broken: envelope(`${subject('25026500', 'NEW_KIND')}${subject('25026534')}`),
      swapped: envelope(`${subject('25026511')}${subject('25026534')}`),
    },
    {
      register: eos,
      identifier: 'DE.EORI',
      numbers: ['DE1234567', 'DE7654321'],
      lacking: eoriEnvelope(result('DE7654321')),
      broken: eoriEnvelope(`${result('DE1234567', '7')}${result('DE7654321')}`),
      swapped: eoriEnvelope(`${result('DE1234568')}${result('DE7654321')}`),
    },
    {
      register: gbeori,
      identifier: 'GB.EORI',
      numbers: ['GB980780684000', 'GB980780684002'],
      lacking: JSON.stringify([trader('GB980780684002')]),
      broken: JSON.stringify([{ eori: 'GB980780684000' }, trader('GB980780684002')]),
      swapped: JSON.stringify([trader('GB980780684003'), trader('GB980780684002')]),
    },
  ])('fails for that number only: $register.name', async ({ register, identifier, numbers, ...bodies }) => {
    const lookUps = numbers.map((compact) => ({ identifier, compact }))
    const reasonsOf = async (body: string) =>
      (await lookUpMany(register, lookUps, canned(register, body))).map((answer) =>
        answer.kind === 'no-answer' ? answer.reason : answer.kind,
      )
    expect(await reasonsOf(bodies.lacking)).toEqual(['UNREADABLE', 'found'])
    expect(await reasonsOf(bodies.broken)).toEqual(['UNREADABLE', 'found'])
    expect(await reasonsOf(bodies.swapped)).toEqual(['WRONG_NUMBER', 'found'])
  })
})
