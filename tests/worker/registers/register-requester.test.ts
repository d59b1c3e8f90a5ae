import { describe, expect, it } from 'vitest'
import type { LookUpRequest, Register, RegisterHttp } from '#worker/registers/register.ts'
import { vies } from '#worker/registers/registers.ts'
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
    request: async (path) => {
      requests.push(path)
      return { status, type: 'application/json', headers: new Headers(), text: JSON.stringify(refusal) }
    },
  }
  return { http, requests }
}

describe.each(cases)('$register.name that refuses the requester', (refused) => {
  const { register, request } = refused

  it.each([
    ['without time left', request.requester, 300],
    ['if there was no requester', null, 2_000],
  ])('is not called again %s', async (_when, requester, timeLeft) => {
    const { http, requests } = httpWith(refused, timeLeft)
    const answer = await register.lookUp(http, { ...request, requester })
    expect(answer).toMatchObject({ kind: 'no-answer', reason: 'REFUSED' })
    expect(requests).toHaveLength(1)
  })
})
