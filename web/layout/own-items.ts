import { batchPath } from '#web/batches/index.ts'
import type { OpenRequest } from '#web/lib/open-request.ts'
import type { Theme } from '#web/lib/theme.ts'
import { paths } from '#web/paths.ts'
import { type GivenAnswer, writtenNumber } from '#web/results/index.ts'
import { type ComboboxOption, filterOptions } from '#web/ui/filter-options.ts'
import type { Batch } from '#worker/batches/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { resultTexts } from '#worker/validation/contract.ts'

type CommandAction =
  | { kind: 'open'; path: string; request?: OpenRequest }
  | { kind: 'number'; tin: string }
  | { kind: 'link'; href: string }
  | { kind: 'switch'; organizationId: string }
  | { kind: 'theme'; theme: Theme }
  | { kind: 'shortcuts' }
  | { kind: 'sign-out' }

export type Command = ComboboxOption & { action: CommandAction }

export type OwnItems = {
  number: string | undefined
  tokens: readonly Token[]
  batches: readonly Batch[]
  answers: readonly GivenAnswer[]
}

const MAX_FOUND = 5
const REQUEST_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const BATCH_ID = /^batch_\w{22}$/

const opened = (value: string, label: string, path: string, keywords: readonly string[] = []): Command => ({
  value,
  label,
  keywords,
  action: { kind: 'open', path },
})

export const numberCommands = ({ number: tin }: OwnItems): Command[] =>
  tin === undefined
    ? []
    : [{ value: `number ${tin}`, label: `Validate ${tin}`, action: { kind: 'number', tin } }]

export function ownCommands({ tokens, batches, answers }: OwnItems, query: string): readonly Command[] {
  const id = query.trim()
  if (id === '') return []
  if (REQUEST_ID.test(id))
    return [opened(`result ${id}`, `Result ${id}`, `${paths.results}/${id.toLowerCase()}`)]
  if (BATCH_ID.test(id)) return [opened(`batch ${id}`, `Batch ${id}`, batchPath(id))]
  const all = [
    ...answers.map(({ response }) => {
      const { referenceId, tin, entity, result } = response
      const number = writtenNumber(response)
      const compact = tin.replaceAll(/[^A-Za-z0-9]/g, '')
      const label = `${number}: ${[resultTexts[result].word, entity.name].filter(Boolean).join(', ')}`
      return opened(`result ${referenceId}`, label, `${paths.results}/${referenceId}`, [tin, compact])
    }),
    ...batches.map((batch) =>
      opened(`batch ${batch.id}`, `Batch: ${batch.name ?? batch.id}`, batchPath(batch.id), [batch.id]),
    ),
    ...tokens.map((token) =>
      opened(`token ${token.id}`, `API token: ${token.name}`, paths.tokens, [token.obfuscatedToken]),
    ),
  ]
  return filterOptions(all, query).slice(0, MAX_FOUND)
}
