import { describe, expect, it } from 'vitest'
import type { LookUpRequest, Register, RegisterHttp } from '#worker/registers/register.ts'
import { vies } from '#worker/registers/registers.ts'
import { sourcesOf } from '#worker/registers/sources.ts'
import { registerById } from './case.ts'

const hmrc = registerById('hmrc')

type Case = { register: Register; request: LookUpRequest; status: number; refusal: unknown }

const cases: Case[] = [
  {
    register: vies,
    request: { identifier: 'DK.CVR', compact: '13612870', requester: { country: 'DE', number: '811569813' } },
    status: 200,
    refusal: { actionSucceed: false, errorWrappers: [{ error: 'INVALID_REQUESTER_INFO' }] },
  },
  {
    register: hmrc,
    request: {
      identifier: 'GB.VAT',
      compact: '553557881',
      requester: { country: 'GB', number: '553500001' },
    },
    status: 403,
    refusal: { code: 'INVALID_REQUEST', message: 'requesterVrn does not match a registered company' },
  },
]

/** The register refuses every requester. */
function httpWith({ status, refusal }: Case, timeLeft: number) {
  const requests: string[] = []
  const http: RegisterHttp = {
    settings: {},
    timeLeft: () => timeLeft,
    sharedValue: async () => 'token',
    request: async (path, { body } = {}) => {
      requests.push(`${path} ${body ?? ''}`)
      return { status, type: 'application/json', headers: new Headers(), text: JSON.stringify(refusal) }
    },
  }
  return { http, requests }
}

describe.each(cases)('$register.name that refuses the requester', (refused) => {
  const { register, request } = refused
  const name = request.requester?.number

  it('is called again without the requester', async () => {
    const { http, requests } = httpWith(refused, 2_000)
    expect(await register.lookUp(http, request)).toMatchObject({ kind: 'no-answer', reason: 'REFUSED' })
    expect(requests.map((request) => request.includes(String(name)))).toEqual([true, false])
  })

  it('is not called again without time left', async () => {
    const { http, requests } = httpWith(refused, 300)
    expect(await register.lookUp(http, request)).toMatchObject({ kind: 'no-answer', reason: 'REFUSED' })
    expect(requests).toHaveLength(1)
  })

  it('is not called again if there was no requester', async () => {
    const { http, requests } = httpWith(refused, 2_000)
    await register.lookUp(http, { ...request, requester: null })
    expect(requests).toHaveLength(1)
  })
})

describe('eVatR', () => {
  const sources = (identifier: string, requester: LookUpRequest['requester']) =>
    sourcesOf({ identifier, compact: '13612870', requester }, {}).map(({ register }) => register.id)

  it('is the fallback for VIES if the requester has a German VAT number', () => {
    expect(sources('DK.CVR', { country: 'DE', number: '811569813' })).toEqual(['vies', 'evatr'])
  })

  it.each([
    ['other requesters', 'DK.CVR', { country: 'DK', number: '13612870' }],
    ['no requester', 'DK.CVR', null],
    ['German numbers', 'DE.VAT', { country: 'DE', number: '811569813' }],
  ] as const)('is not used for %s', (_what, identifier, requester) => {
    expect(sources(identifier, requester)).toEqual(['vies'])
  })
})
