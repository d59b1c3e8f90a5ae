import type { Choice } from '#web/ui/choice-filter.tsx'
import type { Activity } from '#worker/activity/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { statusLabel, tokenLabel } from './status-badge.tsx'

const usualStatuses: readonly number[] = [200, 401, 403, 422, 429]
const usualEndpoints: readonly string[] = ['/api/tinproof/validate']

type Known = {
  chosen: Partial<Record<'status' | 'endpoint' | 'token', string | undefined>>
  seen: readonly Activity[]
  tokens: readonly Pick<Token, 'id' | 'name'>[]
}

const withChosen = (known: readonly (string | number)[], chosen: string | undefined): string[] => [
  ...new Set(chosen === undefined ? known.map(String) : [...known.map(String), chosen]),
]

export function statusChoices({ chosen, seen }: Known): Choice[] {
  const statuses = withChosen([...usualStatuses, ...seen.map(({ status }) => status)], chosen.status)
  return statuses
    .toSorted((left, right) => Number(left) - Number(right))
    .map((status) => ({ value: status, label: `${statusLabel(Number(status))} ${status}` }))
}

export function endpointChoices({ chosen, seen }: Known): Choice[] {
  return withChosen([...usualEndpoints, ...seen.map(({ endpoint }) => endpoint)], chosen.endpoint).map(
    (endpoint) => ({ value: endpoint, label: endpoint }),
  )
}

export function tokenChoices({ chosen, seen, tokens }: Known): Choice[] {
  const labels = new Map(tokens.map(({ id, name }) => [id, name]))
  for (const call of seen) {
    if (call.tokenId !== null && call.tokenName !== null) labels.set(call.tokenId, tokenLabel(call))
  }
  const used = seen.flatMap(({ tokenId }) => tokenId ?? [])
  return withChosen([...labels.keys(), ...used], chosen.token).map((id) => ({
    value: id,
    label: labels.get(Number(id)) ?? `Deleted token ${id}`,
  }))
}
