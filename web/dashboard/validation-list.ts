import { errorText } from '#web/lib/api-error.ts'
import type { Query } from '#web/lib/queries.ts'
import { type Owner, ownedKey, readSaved, saveInTab } from '#web/lib/saved.ts'
import { refreshAfterValidation, updateData, useRead } from '#web/lib/swr.ts'
import { validate, writtenNumber } from '#web/results/index.ts'
import { csvLine } from '#worker/lib/contract/csv-line.ts'
import { resultTexts, type ValidationResponse } from '#worker/validation/contract.ts'
import type { ListRow } from './list-rows.ts'

export type ListResult = { row: ListRow } & (
  | { status: 'waiting' }
  | { status: 'answered'; response: ValidationResponse }
  | { status: 'failed'; message: string }
)

export type ValidationList = {
  text: string
  country: string | undefined
  results: readonly ListResult[]
}

const NAME = 'list 1'
const PARALLEL_CALLS = 4
const empty: ValidationList = { text: '', country: undefined, results: [] }

function keptList(owner: Owner): ValidationList {
  const { results, ...list } = readSaved<ValidationList>(NAME, owner) ?? empty
  return { ...list, results: results.map(interrupted) }
}

const interrupted = (result: ListResult): ListResult =>
  result.status === 'waiting'
    ? { ...result, status: 'failed', message: 'The page was closed before this number was checked.' }
    : result

const listQuery = (owner: Owner): Query<ValidationList> => ({
  key: ownedKey(NAME, owner),
  read: () => Promise.resolve(keptList(owner)),
})

export const useList = (owner: Owner | undefined): ValidationList =>
  useRead(owner ? listQuery(owner) : null).data ?? empty

/** Also while another screen is open, so that no result of a call that counts is lost. */
const updateList = (owner: Owner, change: (list: ValidationList) => ValidationList) =>
  updateData(listQuery(owner), (cached) => {
    const list = change(cached ?? keptList(owner))
    saveInTab(NAME, owner, list.text === '' && list.results.length === 0 ? undefined : list)
    return list
  })

export const changeList = (owner: Owner, changes: Partial<ValidationList>) =>
  updateList(owner, (list) => ({ ...list, ...changes }))

/** Validates the rows that have no result yet, or all of them again if each has one. */
export async function validateList(
  owner: Owner,
  rows: readonly ListRow[],
  earlier: readonly ListResult[],
): Promise<void> {
  const answered = rows.map((row) => earlier.find((result) => isAnswerTo(result, row)))
  const isAgain = answered.every(Boolean)
  const results = rows.map((row, place): ListResult => {
    const known = isAgain ? undefined : answered[place]
    return known ? { ...known, row } : { status: 'waiting', row }
  })
  await changeList(owner, { results })
  const queue = results.entries()
  const work = async () => {
    for (const [place, { status, row }] of queue) {
      if (status !== 'waiting') continue
      const result = await resultOf(owner, row)
      await updateList(owner, (list) => ({
        ...list,
        results: list.results.map((known, index) => (index === place ? result : known)),
      }))
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_CALLS }, work))
  await refreshAfterValidation(owner.organizationId)
}

export const isAnswerTo = ({ status, row }: ListResult, { countryCode, tin }: ListRow): boolean =>
  status === 'answered' && row.countryCode === countryCode && row.tin === tin

async function resultOf(owner: Owner, row: ListRow): Promise<ListResult> {
  const { countryCode, tin } = row
  if (countryCode === undefined) {
    const message = 'Add the country in front of the number, or choose one for numbers without one.'
    return { status: 'failed', row, message }
  }
  try {
    const { response } = await validate(owner, { countryCode, tin })
    return { status: 'answered', row, response }
  } catch (error) {
    return { status: 'failed', row, message: errorText(error) }
  }
}

export const numberOf = (result: ListResult): string =>
  result.status === 'answered' ? writtenNumber(result.response) : result.row.text.slice(0, 40)

const NOT_VALIDATED = 'Not validated'

export function countText(results: readonly ListResult[]): string {
  const count = (wanted: ListResult['status']) => results.filter(({ status }) => status === wanted).length
  if (count('waiting') > 0) return `${count('answered')} of ${results.length} checked`
  const failed = count('failed')
  return `${count('answered')} checked${failed > 0 ? `, ${failed} not validated` : ''}`
}

export function listTable(results: readonly ListResult[], delimiter: ',' | '\t'): string {
  const lines = results.map((result) => {
    const { row } = result
    if (result.status !== 'answered')
      return [
        row.text,
        row.countryCode ?? '',
        NOT_VALIDATED,
        '',
        result.status === 'failed' ? result.message : '',
      ]
    const { tin, countryCode, result: outcome, entity, reason } = result.response
    return [tin, countryCode, resultTexts[outcome].word, entity.name ?? '', reason]
  })
  const head = ['Tax ID', 'Country', 'Result', 'Name', 'Reason']
  return [head, ...lines].map((cells) => csvLine(cells, delimiter)).join('')
}
