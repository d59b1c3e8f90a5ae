import useSWR from 'swr'
import { batchesQuery } from '#web/batches/index.ts'
import { detectCountry } from '#web/dashboard/index.ts'
import { useOfOrganization, useTokens } from '#web/lib/swr.ts'
import { useGivenAnswers } from '#web/results/index.ts'
import type { OwnItems } from './own-items.ts'

const MIN_DIGITS = 4
/** A text with fewer digits is offered as a number only if it fits a country. */
const SURE_DIGITS = 7

/** What of the organization a query may find. Nothing is read before the first query. */
export function useOwnItems(query: string): OwnItems {
  const text = query.trim()
  const { tokens } = useTokens()
  const { data: list } = useOfOrganization((id) => (text === '' ? null : batchesQuery(id)))
  const answers = useGivenAnswers()
  const digits = text.replaceAll(/\D/g, '').length
  const mayBeNumber = digits >= MIN_DIGITS && /^[A-Za-z0-9 .,/+&*-]{5,40}$/.test(text)
  const { data: fits } = useSWR(
    mayBeNumber && digits < SURE_DIGITS ? `country of ${text}` : null,
    async () => {
      const { codes } = await detectCountry(text)
      return codes.length > 0
    },
  )
  const number = mayBeNumber && (digits >= SURE_DIGITS || fits) ? text : undefined
  return { number, tokens, batches: list?.batches ?? [], answers }
}
