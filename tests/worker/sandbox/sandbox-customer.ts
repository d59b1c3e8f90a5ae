import { expect } from 'vitest'
import { mismatches } from '#tests/docs/conformance.ts'
import type { Call, ErrorBody } from '#tests/worker/harness.ts'
import { openRegisterCustomer } from '#tests/worker/registers/register-customer.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'

export type Body = ValidationResponse & ErrorBody & { live: boolean }

export const document = openApiDocument()

/** `validate` makes a call with the test token, and compares its answer with the API's description. */
export async function openSandboxCustomer(name: string) {
  const customer = await openRegisterCustomer(name)
  const { worker, member } = customer
  const permissions = { read: true, validation: true }
  const { token } = await member.createToken({ name: 'Tests', live: false, permissions })
  const validate = async (body: unknown, by = token, options: Call = {}) => {
    const answer = await worker.validate<Body>(by, body, options)
    expect(mismatches(document, 'validate', answer)).toEqual([])
    return answer
  }
  return { customer, worker, member, token, validate }
}
