import { createHash } from 'node:crypto'
import type { Question } from './register.ts'

/**
 * What the answer to a question is kept under: a hash, since a number can be a person's. An answer in somebody's name
 * has a receipt of its own, and is kept for that one alone.
 */
export function answerKey({ identifier, compact, requester }: Question): string {
  const hash = createHash('sha256').update(`${identifier} ${compact}`).digest('base64url')
  return requester ? `answer:${hash}:${requester.country}${requester.number}` : `answer:${hash}`
}

/** The same for a script: of the key in nobody's name, the VAT number or nil, and the letters that the register takes. */
export const luaAnswerKey = `
local function answerKey(key, vatNumber, letters)
  if vatNumber and string.find(letters, string.sub(vatNumber, 1, 2), 1, true) then return key .. ':' .. vatNumber end
  return key
end
`
