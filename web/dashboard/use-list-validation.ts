import { useEffect, useRef, useState } from 'react'
import { api, organizationHeader } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { refreshAfterValidation } from '#web/lib/swr.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import type { ListRow } from './list-rows.ts'

const PARALLEL_CALLS = 4

export type ListResult =
  | { status: 'waiting'; row: ListRow }
  | { status: 'answered'; row: ListRow; response: ValidationResponse }
  | { status: 'failed'; row: ListRow; message: string }

/** Validates a few numbers by single calls. It stops when the component is gone. */
export function useListValidation(organizationId: string | undefined) {
  const [results, setResults] = useState<readonly ListResult[]>([])
  const round = useRef(0)
  useEffect(
    () => () => {
      round.current++
    },
    [],
  )

  const validate = async (row: ListRow): Promise<ListResult> => {
    const { countryCode, tin } = row
    if (!organizationId || countryCode === undefined) {
      return {
        status: 'failed',
        row,
        message: 'Add the country in front of the number, or choose one above.',
      }
    }
    try {
      const response = await api.tinproof.validate.$post({
        header: organizationHeader(organizationId),
        json: { countryCode, tin, organizationId },
      })
      return { status: 'answered', row, response: await response.json() }
    } catch (error) {
      return { status: 'failed', row, message: errorText(error) }
    }
  }

  const run = async (rows: readonly ListRow[]): Promise<void> => {
    const current = ++round.current
    setResults(rows.map((row) => ({ status: 'waiting', row })))
    const queue = rows.entries()
    const work = async () => {
      for (const [index, row] of queue) {
        if (round.current !== current) return
        const result = await validate(row)
        if (round.current === current)
          setResults((before) => before.map((each, place) => (place === index ? result : each)))
      }
    }
    await Promise.all(Array.from({ length: PARALLEL_CALLS }, work))
    if (organizationId) await refreshAfterValidation(organizationId)
  }
  return { results, run }
}
