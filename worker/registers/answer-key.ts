import { createHmac } from 'node:crypto'
import type { Question } from './register.ts'

/**
 * What the answer to a question is kept under: a hash, since a number can be a person's, and under a secret, since there
 * are few enough numbers to try them all. An answer in somebody's name has a receipt of its own, and is kept for that
 * one alone.
 */
export function answerKey(secret: Uint8Array, { identifier, compact, requester }: Question): string {
  const hash = createHmac('sha256', secret)
    .update(`register answer ${identifier} ${compact}`)
    .digest('base64url')
  return requester ? `answer:${hash}:${requester.country}${requester.number}` : `answer:${hash}`
}

/** The same for a script: of the key in nobody's name, the VAT number or nil, and the letters that the register takes. */
export const luaAnswerKey = `
local function answerKey(key, vatNumber, letters)
  if vatNumber and string.find(letters, string.sub(vatNumber, 1, 2), 1, true) then return key .. ':' .. vatNumber end
  return key
end
`
