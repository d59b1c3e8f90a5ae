import useSWR from 'swr'
import { batchesQuery } from '#web/batches/index.ts'
import { detectCountry } from '#web/dashboard/index.ts'
import { useOfOrganization, useTokens } from '#web/lib/swr.ts'
import { useGivenAnswers } from '#web/results/index.ts'
import type { OwnItems } from './own-items.ts'

/** A number has this many digits before it is offered, unless it fits a country. */
const MIN_DIGITS = 7

/** What of the organization a query may find. Nothing is read before the first query. */
export function useOwnItems(query: string): OwnItems {
  const text = query.trim()
  const { tokens } = useTokens()
  const { data: list } = useOfOrganization((id) => (text === '' ? null : batchesQuery(id)))
  const answers = useGivenAnswers()
  const { data: country } = useSWR(isLikeNumber(text) ? ['country of', text] : null, () => countryOf(text))
  return {
    number: country && { tin: text, country: country.code },
    tokens,
    batches: list?.batches ?? [],
    answers,
  }
}

const isLikeNumber = (text: string) => /^[A-Za-z0-9 .,/+&*-]{5,40}$/.test(text) && /\d.*\d.*\d.*\d/.test(text)

async function countryOf(text: string): Promise<{ code: string | undefined } | undefined> {
  const { prefixed, codes } = await detectCountry(text)
  const digits = text.replaceAll(/\D/g, '').length
  return codes.length > 0 || digits >= MIN_DIGITS ? { code: prefixed } : undefined
}
