import useSWR from 'swr'
import { api, inBody } from '#web/lib/api-client.ts'
import { setData } from '#web/lib/swr.ts'
import {
  SIGNATURE_HEADER,
  type ValidateRequest,
  type ValidationResponse,
} from '#worker/validation/contract.ts'

export type ValidationInput = Pick<
  ValidateRequest,
  'countryCode' | 'tin' | 'tokenId' | 'name' | 'address' | 'source' | 'fresh'
>

export type GivenAnswer = {
  input: ValidationInput
  response: ValidationResponse
  /** Proves the answer to the server, so that it can be shared. */
  signature: string | null
}

const keyOf = (referenceId: string) => `answer ${referenceId}`

/** The server doesn't keep the number, so the page does, until it's reloaded or the user signs out. */
export async function validate(organizationId: string, input: ValidationInput): Promise<GivenAnswer> {
  const answered = await api.tinproof.validate.$post(inBody(organizationId, input))
  const signature = answered.headers.get(SIGNATURE_HEADER)
  const given = { input, response: await answered.json(), signature }
  await setData<GivenAnswer>({ key: keyOf(given.response.referenceId) }, given)
  return given
}

export const useGivenAnswer = (referenceId: string): GivenAnswer | undefined =>
  useSWR<GivenAnswer>(keyOf(referenceId), null).data
