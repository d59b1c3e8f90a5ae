import { recordListSchema, recordSchemas } from '#worker/records/contract.ts'
import { type Part, part, schemaRef } from './part.ts'

const { summary, link, signed, file, detail } = recordSchemas()

const summaryTexts = {
  id: { description: 'Unique ID.', examples: ['record_4q7Z9kTn2WxYb8RcVd3LmP'] },
  referenceId: 'The `referenceId` of the validation.',
  live: '`false` if the validation used a test token.',
  number:
    'Its place among the records of your organization. The first is 1. `null` until the record is signed, about a second after the validation.',
  countryCode: 'The country.',
  tin: 'The number, in its usual format if it is valid.',
  result: 'The `result` of the validation.',
  name: 'The registered name.',
  isShared: 'Whether anyone with its link can see it.',
  createdBy:
    'Email of the user who kept it after the validation. `null` if the call kept it, or if the account was deleted.',
  createdAt: 'When it was kept.',
  expiresAt: 'When it will be deleted.',
}

const requestText = { description: 'What you sent.', ...schemaRef('ValidateRequest') }
const responseText = { description: 'What we responded.', ...schemaRef('ValidationResponse') }

export const recordParts: Readonly<Record<string, Part>> = {
  RecordSummary: part(summary, 'A record in a list.', summaryTexts),
  RecordList: part(recordListSchema, 'A page of records.', {
    records: 'Records, newest first.',
    next: 'Send it as `cursor` to get the next page. `null` on the last page.',
  }),
  ValidationRecord: part(detail, 'A record: signed evidence of a validation.', {
    ...summaryTexts,
    request: requestText,
    response: responseText,
    file: 'The record with its signature. Store it to verify it later. `null` until it is signed.',
    link: "The link for anyone. `null` if the record isn't shared.",
  }),
  RecordFile: part(file, 'What you can verify without us.', {
    record: 'The payload of `jws`, for readers.',
    jws: 'The signature as a JSON Web Signature in compact form (RFC 7515) with the algorithm `EdDSA` (RFC 8037). Its `kid` names a key of `/.well-known/jwks.json`.',
  }),
  SignedRecord: part(signed, 'What is signed.', {
    version: 'Version of this format.',
    recordId: 'ID of the record.',
    organizationId: 'ID of your organization.',
    live: '`false` for a record of a test token. These have a chain of their own.',
    number: 'Its place in the chain of your organization. The first is 1.',
    previous:
      'SHA-256 of the `jws` before it, in base64url. It makes visible if a record was dropped or inserted. `null` for the first.',
    keptAt: 'When it was kept.',
    signedAt: 'When it was signed.',
    rulesAsOf: { description: 'Month of the rules that we checked the number with.', examples: ['2026-11'] },
    request: requestText,
    response: responseText,
    salt: 'A random value, so that nobody can guess a deleted record from its hash.',
  }),
  RecordLink: part(link, 'A link that shows the record without an account.', {
    url: 'The link. Its secret follows the `#`, which browsers send to no server.',
    expiresAt: 'When it stops working.',
  }),
}

export const formatYears = (years: number): string => (years === 1 ? '1 year' : `${years} years`)
