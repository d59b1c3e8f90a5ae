import type { Choice } from '#web/ui/choice-filter.tsx'
import type { Activity, ActivityFilter } from '#worker/activity/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { statusLabel, tokenLabel } from './status-badge.tsx'

const usualStatuses: readonly number[] = [200, 401, 403, 422, 429]
const usualEndpoints: readonly string[] = ['/api/tinproof/validate']

type Known = {
  filter: ActivityFilter
  seen: readonly Activity[]
  tokens: readonly Pick<Token, 'id' | 'name'>[]
}

const withChosen = <Value>(known: readonly Value[], chosen: Value | undefined): Value[] => [
  ...new Set(chosen === undefined ? known : [...known, chosen]),
]

export function statusChoices({ filter, seen }: Known): Choice[] {
  const statuses = withChosen([...usualStatuses, ...seen.map(({ status }) => status)], filter.status)
  return statuses
    .toSorted((left, right) => left - right)
    .map((status) => ({ value: String(status), label: `${statusLabel(status)} ${status}` }))
}

export function endpointChoices({ filter, seen }: Known): Choice[] {
  return withChosen([...usualEndpoints, ...seen.map(({ endpoint }) => endpoint)], filter.endpoint).map(
    (endpoint) => ({ value: endpoint, label: endpoint }),
  )
}

export function tokenChoices({ filter, seen, tokens }: Known): Choice[] {
  const labels = new Map(tokens.map(({ id, name }) => [id, name]))
  for (const call of seen) {
    if (call.tokenId !== null && call.tokenName !== null) labels.set(call.tokenId, tokenLabel(call))
  }
  const used = seen.flatMap(({ tokenId }) => tokenId ?? [])
  return withChosen([...labels.keys(), ...used], filter.tokenId).map((id) => ({
    value: String(id),
    label: labels.get(id) ?? `Deleted token ${id}`,
  }))
}
