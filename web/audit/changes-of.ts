import { formatNumber } from '#web/lib/format.ts'
import type { AuditEntry } from '#worker/audit/contract.ts'
import { roleNames, tierNames } from '#worker/organizations/contract.ts'

type Change = { name: string; before: string | undefined; after: string }

/** The values that differ, in words: `monthlyLimit` becomes "Monthly limit". */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .filter((name) => before?.[name] !== after?.[name])
    .map((name) => ({
      name: inWords(name),
      before: before ? text(name, before[name]) : undefined,
      after: text(name, after?.[name]),
    }))
}

function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b(vat|id)\b/gi, (word) =>
    word.toUpperCase(),
  )
}

const valueNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: roleNames,
  tier: tierNames,
}

function text(name: string, value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return formatNumber(value)
  if (name === 'status' || name === 'state') return value.replaceAll('_', ' ').toLowerCase()
  return valueNames[name]?.[value] ?? value
}
