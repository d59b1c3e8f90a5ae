import { join } from 'node:path'
import type { DescribedCountry, DescribedIdentifier } from '#worker/validation/contract.ts'
import { listCountries } from '#worker/validation/countries.ts'

export const pagePath = join(import.meta.dirname, '../tin/countries.md')

const checks = { checksum: 'check digit', structure: 'make-up', none: 'length and characters' }
const holders = { company: 'companies', person: 'persons', any: 'both' }

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('*', '\\*')
const code = (text: string) => `\`${text}\``

function row(country: DescribedCountry, identifier: DescribedIdentifier): string {
  const { id, label, name, holder, check, basis, length, example, register, changes } = identifier
  const cells = [
    code(id),
    cell(`${label}: ${name}`),
    holders[holder],
    length === 'none' ? 'none is issued' : length,
    example === null ? '' : code(example),
    length === 'none' ? '' : `${checks[check]}${basis === 'secondary' ? ' (loose)' : ''}`,
    register?.name ?? '',
    changes.map(({ date, text }) => `${date}: ${cell(text)}`).join('<br>'),
  ]
  return `| ${country.code} ${country.name} | ${cells.join(' | ')} |`
}

/** What can be checked, as a page for people: made from the engine's data. */
export function countriesPage(): string {
  const { rulesAsOf, countries } = listCountries({})
  const rows = countries.flatMap((country) =>
    country.identifiers.map((identifier) => row(country, identifier)),
  )
  const changed = countries.flatMap(({ identifiers }) => identifiers.flatMap(({ changes }) => changes)).length
  return `# What Tinproof can check

${countries.length} countries and territories, ${rows.length} types of tax ID, ${changed} dated changes of rules; followed to ${rulesAsOf}. Made from the engine's data by \`npm run docs\`; the same table for programs is \`GET /api/tinproof/countries\`.

*Proved by* says how far a number can be checked without a register: a published **check digit**, the **make-up** of the number (dates, regions, kinds), or only **length and characters**. *Loose* rules rest on other public pages than those of the tax office, the law, the OECD or the EU, and are no stricter than these are sure.

| Country | Type | Name | Given to | Length | Example | Proved by | Register | Rule changes |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}
