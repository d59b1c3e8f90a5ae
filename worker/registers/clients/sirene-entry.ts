import * as z from 'zod'
import { cleanText, found, noAnswer, toFacts } from '#worker/registers/parse-response.ts'
import type { RegisterAnswer } from '#worker/registers/register.ts'

export const text = z.string().nullish()
/** A is active; C a unit that has ceased, F an establishment that is closed. */
export const standing = z.enum(['A', 'C', 'F'])
const words = { A: 'active', C: 'ceased', F: 'closed' } as const

type Text = string | null | undefined
type Entry = {
  now: z.infer<typeof standing> | null | undefined
  name: Text
  address?: Text
  legalForm: Text
  headOffice?: Text
  disclosure: Text
  closedOn: Text
}

/** What a person keeps to himself has a mark in its place. */
const unmasked = (written: Text) => cleanText(written?.replace(/\[(?:ND|NON-DIFFUSIBLE)\]/g, ' '))

/** An entry in Sirene, from whoever tells of it. */
export function toEntry({ now, ...entry }: Entry): RegisterAnswer {
  if (!now) return noAnswer('UNREADABLE')
  return found({
    registered: now === 'A',
    proves: 'business',
    name: unmasked(entry.name),
    address: unmasked(entry.address),
    status: words[now],
    facts: toFacts({
      legalFormCode: entry.legalForm,
      headOffice: entry.headOffice,
      closedOn: now === 'A' ? null : entry.closedOn,
      disclosure: entry.disclosure && entry.disclosure !== 'O' ? 'partial' : null,
    }),
  })
}
