import { describe, expect, it } from 'vitest'
import type { BatchResult } from '#worker/batches/contract.ts'
import { changesOf, completed, isCertain, toAnswer } from '#worker/monitors/decide.ts'
import type { StoredAnswer } from '#worker/monitors/secrets.ts'

const listed: StoredAnswer = {
  ...{ result: 'confirmed', reason: 'The register lists it.', name: 'Acme GmbH', address: 'Berlin' },
  ...{ status: 'active', register: 'vies', isFormatValid: true, isFallback: false },
}
const refused: StoredAnswer = { ...listed, result: 'invalid', name: null, address: null, status: null }
const rulesRefuse: StoredAnswer = { ...refused, isFormatValid: false }
const formatOnly: StoredAnswer = { ...refused, result: 'format_only' }
const fallback: StoredAnswer = { ...listed, register: 'adis', isFallback: true, name: 'ACME', status: null }
const otherFallback: StoredAnswer = { ...fallback, register: 'ares', name: 'Acme s.r.o.', status: 'AKTIVNI' }
const stale: StoredAnswer = { ...listed, result: 'unconfirmed' }
const lesserProof: StoredAnswer = { ...fallback, register: 'gleif', result: 'unconfirmed' }

describe('what changed', () => {
  it.each<[what: string, known: StoredAnswer, answer: StoredAnswer, changed: string[]]>([
    ['nothing', listed, listed, []],
    ['only case and punctuation', listed, { ...listed, name: 'ACME, gmbh.' }, []],
    ['the name', listed, { ...listed, name: 'Other' }, ['name']],
    ['a name that is left out', listed, { ...listed, name: null, address: null }, []],
    ['a name that is there for the first time', { ...listed, name: null }, listed, []],
    ['the address', listed, { ...listed, address: 'Paris' }, ['address']],
    ['the status', listed, { ...listed, status: 'in liquidation' }, ['status']],
    ['a name that matches no longer', listed, { ...listed, result: 'different_name' }, ['result']],
    ['a registration that ended', listed, refused, ['result']],
    ['a registration that began', refused, listed, ['result']],
    ['our rules', listed, rulesRefuse, ['result', 'rules']],
    ['a register that answers for the first time', formatOnly, listed, ['result']],
    ['a "no" where no register answered', formatOnly, refused, []],
    ['a fallback in place of the register', listed, fallback, []],
    ['the register in place of a fallback', fallback, { ...listed, name: 'Other' }, []],
    ['another fallback', fallback, otherFallback, []],
    ['a register that no longer lists it', listed, stale, ['result']],
    ['a register that still doesn’t list it', stale, formatOnly, []],
    ['a fallback that proves less', listed, lesserProof, []],
    ['a "no" of a fallback', listed, { ...refused, isFallback: true }, ['result']],
  ])('%s', (_what, known, answer, changed) => {
    expect(changesOf(completed(answer, known), known)).toEqual(changed)
  })
})

describe('a change is certain', () => {
  const [HOUR, DAY] = [3_600_000, 86_400_000]
  it.each<
    [answer: StoredAnswer, known: StoredAnswer, doubtedFor: number, isSuspected: boolean, certain: boolean]
  >([
    [refused, listed, 0, false, false],
    [refused, listed, HOUR - 1, false, false],
    [refused, listed, HOUR, false, true],
    [refused, listed, HOUR, true, false],
    [refused, listed, DAY - 1, true, false],
    [refused, listed, DAY, true, true],
    [listed, refused, 0, false, true],
    [listed, refused, 0, true, false],
    [{ ...listed, name: 'Other' }, listed, 0, false, true],
    [rulesRefuse, listed, 0, true, true],
  ])('%#', (answer, known, doubtedFor, isSuspected, certain) => {
    const changed = changesOf(answer, known)
    expect(isCertain(answer, known, { changed, doubtedFor, isSuspected })).toBe(certain)
  })
})

describe('a result is an answer', () => {
  const result = (result: BatchResult['result'], errors: string[] = [], warnings: string[] = []) =>
    ({
      ...{
        result,
        reason: '',
        isFormatValid: true,
        entity: { name: null, address: null },
        additionalInfo: {},
      },
      errors: errors.map((code) => ({ code })),
      warnings: warnings.map((code) => ({ code })),
    }) as unknown as BatchResult

  it.each<
    [
      what: string,
      result: BatchResult | undefined,
      known: StoredAnswer | undefined,
      answer: object | undefined,
    ]
  >([
    ['no result', undefined, listed, undefined],
    ['an outage', result('unconfirmed', ['SOURCE_UNAVAILABLE']), undefined, undefined],
    ['an outage that leaves the format', result('format_only', ['SOURCE_TIMEOUT']), listed, undefined],
    [
      'the same before any answer',
      result('format_only', ['SOURCE_TIMEOUT']),
      undefined,
      { result: 'format_only' },
    ],
    ['the same again', result('format_only', ['SOURCE_TIMEOUT']), formatOnly, { result: 'format_only' }],
    [
      'a register that doesn’t list it',
      result('format_only', ['SOURCE_NOT_COVERED']),
      listed,
      { result: 'format_only' },
    ],
    [
      'the same with its last answer',
      result('unconfirmed', ['SOURCE_NOT_COVERED'], ['SOURCE_STALE', 'SOURCE_FALLBACK']),
      listed,
      { result: 'unconfirmed', isFallback: false },
    ],
    [
      'the same and a fallback without an answer',
      result('format_only', ['SOURCE_NOT_COVERED', 'SOURCE_REFUSED']),
      listed,
      undefined,
    ],
    ['a fallback', result('confirmed', ['SOURCE_DOWN'], ['SOURCE_FALLBACK']), listed, { isFallback: true }],
    ['a type that ended', result('unreadable'), listed, { result: 'unsupported' }],
  ])('%s', (_what, given, known, answer) => {
    if (answer) expect(toAnswer(given, known)).toMatchObject(answer)
    else expect(toAnswer(given, known)).toBeUndefined()
  })
})
