import { api, inBody } from '#web/lib/api-client.ts'
import type { Query } from '#web/lib/queries.ts'
import { type Owner, ownedKey, readSaved, saveInTab, useOwner } from '#web/lib/saved.ts'
import { setData, useRead } from '#web/lib/swr.ts'
import {
  SIGNATURE_HEADER,
  type ValidateRequest,
  type ValidationResponse,
} from '#worker/validation/contract.ts'

export type ValidationInput = Pick<
  ValidateRequest,
  'countryCode' | 'tin' | 'type' | 'tokenId' | 'name' | 'address' | 'source' | 'fresh'
>

export type GivenAnswer = {
  input: ValidationInput
  response: ValidationResponse
  /** Proves the answer to the server, so that it can be shared. */
  signature: string | null
}

const NAME = 'answers 1'
const MAX_KEPT = 30

const keptAnswers = (owner: Owner) => readSaved<readonly GivenAnswer[]>(NAME, owner) ?? []

const answersQuery = (owner: Owner): Query<readonly GivenAnswer[]> => ({
  key: ownedKey(NAME, owner),
  read: () => Promise.resolve(keptAnswers(owner)),
})

/** The server doesn't keep the number, so the tab keeps the newest answers. */
export async function validate(owner: Owner, input: ValidationInput): Promise<GivenAnswer> {
  const answered = await api.tinproof.validate.$post(inBody(owner.organizationId, input))
  const signature = answered.headers.get(SIGNATURE_HEADER)
  const given = { input, response: await answered.json(), signature }
  const answers = [given, ...keptAnswers(owner)].slice(0, MAX_KEPT)
  saveInTab(NAME, owner, answers)
  await setData(answersQuery(owner), answers)
  return given
}

export function useGivenAnswers(): readonly GivenAnswer[] {
  const owner = useOwner()
  return useRead(owner ? answersQuery(owner) : null).data ?? []
}

export const useGivenAnswer = (referenceId: string): GivenAnswer | undefined =>
  useGivenAnswers().find(({ response }) => response.referenceId === referenceId)

export function writtenNumber({ tinInfo, tin, countryCode }: ValidationResponse): string {
  const written = tinInfo.formattedTin ?? tin
  return written.toUpperCase().startsWith(countryCode) ? written : `${countryCode} ${written}`
}
