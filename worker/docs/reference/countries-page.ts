import type { DescribedCountry, DescribedIdentifier } from '#worker/validation/contract.ts'
import { listCountries } from '#worker/validation/list-countries.ts'
import { code, escapeHtml, type Html, heading, html, joinHtml, markdown, table } from './html.ts'
import { layout } from './layout.ts'

const checks = { checksum: 'Check digit', structure: 'Structure', none: 'Length and characters' }
const holders = { company: 'Companies', person: 'People', any: 'Both' }
const none = escapeHtml('—')

function cellsOf(identifier: DescribedIdentifier): Html[] {
  const { id, label, name, holder, check, basis, length, example, register, changes } = identifier
  const isIssued = length !== 'none'
  return [
    code(id),
    escapeHtml(label === name ? name : `${label}: ${name}`),
    isIssued ? escapeHtml(holders[holder]) : none,
    isIssued ? escapeHtml(length) : none,
    example === null ? none : code(example),
    isIssued ? escapeHtml(`${checks[check]}${basis === 'secondary' ? ' (secondary source)' : ''}`) : none,
    register === null ? none : escapeHtml(register.name),
    changes.length === 0
      ? none
      : joinHtml(
          changes.map(({ date, text }) => escapeHtml(`${date}: ${text}`)),
          ' ',
        ),
  ]
}

const columns = ['Type', 'Name', 'Issued to', 'Length', 'Example', 'Check', 'Register', 'Rule changes']

function countrySection({ code: countryCode, name, identifiers }: DescribedCountry): Html {
  return html`${heading(2, countryCode, `${name} (${countryCode})`)}
${table(
  `Tax IDs of ${name}`,
  columns,
  identifiers.map((identifier) => ({ id: identifier.id, cells: cellsOf(identifier) })),
  true,
)}`
}

export function countriesPage(): Html {
  const { rulesAsOf, countries: listed } = listCountries({})
  const countries = listed.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  const identifiers = countries.flatMap((country) => country.identifiers)
  const changes = identifiers.flatMap((identifier) => identifier.changes)
  return layout({
    title: 'Countries',
    description: 'Every country and type of tax ID that Tinproof validates.',
    contents: countries.map(
      ({ code: countryCode, name }) =>
        html`<li><a href="#${escapeHtml(countryCode)}">${escapeHtml(name)}</a></li>`,
    ),
    main: html`${markdown(`Tinproof validates ${identifiers.length} types of tax ID from ${countries.length} countries and territories, and follows ${changes.length} dated rule changes. Rules are current as of ${rulesAsOf}. The API returns the same data as JSON: see [Countries](/docs/#listCountries).

The Check column shows the most that can be checked without a register:

- Check digit: the number has a published check digit.
- Structure: the number contains dates, regions or other parts that can be checked.
- Length and characters: nothing else can be checked.

Rules marked "secondary source" aren't published by a tax office, a law, the OECD or the EU. They are no stricter than their sources allow.`)}
${countries.map(countrySection)}`,
  })
}
