import { magicNumbersOf, outcomeTexts } from '#worker/docs/openapi/sandbox-texts.ts'
import type { Block, Page, Series } from '#worker/docs/site/page.ts'
import { registerOf } from '#worker/registers/sources.ts'
import { countryInSentence } from '#worker/tin/contract/country-in-sentence.ts'
import { samples } from '#worker/tin/contract/samples.ts'
import { validateTin } from '#worker/tin/index.ts'
import type { DescribedCountry, DescribedIdentifier } from '#worker/validation/contract.ts'
import { listCountries } from '#worker/validation/list-countries.ts'
import { capitalized, markdownTable, properties, section } from './blocks.ts'
import { confirmedOfType } from './register-facts.ts'
import { printsResult, tryIt, validateRequest } from './try-it.ts'

const checks = {
  checksum: "Check digit. It detects typos, but doesn't prove that the number was issued.",
  structure: "Structure, such as dates or regions. Most mistyped digits aren't detected.",
  none: "Length and characters only. Mistyped digits aren't detected.",
}
const shortChecks = { checksum: 'Check digit', structure: 'Structure', none: 'Length' }
const uses = {
  vat: 'VAT or sales tax',
  tin: 'Taxes',
  business: 'Business register',
  person: 'Personal identification',
  customs: 'Customs',
  placeholder: 'Special codes that represent no taxpayer',
}
const holders = { company: 'Companies', person: 'People', any: 'Companies and people' }
const MAX_EXAMPLES = 4

const pathOf = (code: string) => `/docs/countries/${code.toLowerCase()}` as const

const list = new Intl.ListFormat('en-US')

const isIssued = ({ length }: DescribedIdentifier) => length !== 'none'

const nameOf = ({ label, name }: DescribedIdentifier) => (label === name ? name : `${label}: ${name}`)

const examplesOf = ({ id, example }: DescribedIdentifier): string[] => {
  const others = samples.filter(({ identifier }) => identifier === id).map(({ tin }) => tin)
  return [...new Set([...(example ? [example] : []), ...others])].slice(0, MAX_EXAMPLES)
}

function localNameOf({ label, name, localName = '' }: DescribedIdentifier): string {
  const shown = [label, name].map((text) => text.toLowerCase())
  return shown.includes(localName.toLowerCase()) ? '' : localName
}

const codes = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(', ')

/** Splits a list where `sizeOf` doesn't rise by one. */
function inSteps<T>(items: readonly T[], sizeOf: (item: T) => number): T[][] {
  const runs: T[][] = []
  for (const item of items) {
    const run = runs.at(-1)
    const previous = run?.at(-1)
    if (run && previous !== undefined && sizeOf(item) === sizeOf(previous) + 1) run.push(item)
    else runs.push([item])
  }
  return runs
}

/** Only the first and the last of formats that get longer: `BG?` to `BG???????????????`. */
function shortFormats(formats: readonly string[]): string[] {
  const alike = Map.groupBy(new Set(formats), (format) => format.replace(/([#@?])\1+/g, '$1'))
  return [...alike.values()].flatMap((group) =>
    inSteps(group, ({ length }) => length).flatMap((run) =>
      run.length > 2 ? `${codes(run.slice(0, 1))} to ${codes(run.slice(-1))}` : codes(run),
    ),
  )
}

const repeated = /\](?:\{(\d+)\})?/g
const countsOf = (pattern: string) => [...pattern.matchAll(repeated)].map(([, count]) => Number(count ?? 1))

/** Patterns that differ only in how often one place repeats are one: `^BG[0-9A-Z]{1,15}$`. */
function shortPatterns(patterns: readonly string[]): string[] {
  const alike = Map.groupBy(new Set(patterns), (pattern) => pattern.replace(repeated, ']'))
  return [...alike.values()].flatMap((group) => {
    const all = group.map(countsOf)
    const [place = '0', ...others] = Object.keys(all[0] ?? []).filter(
      (at) => new Set(all.map((counts) => counts[Number(at)])).size > 1,
    )
    if (others.length > 0) return group
    return inSteps(group, (pattern) => countsOf(pattern)[Number(place)] ?? 0).map((run) => {
      const [first = '', last = first] = [run[0], run.at(-1)]
      const to = countsOf(last)[Number(place)]
      let at = 0
      return first.replace(repeated, (same, from = '1') =>
        String(at++) === place && first !== last ? `]{${from},${to}}` : same,
      )
    })
  })
}

function factsOf(country: string, identifier: DescribedIdentifier): string {
  const keys = examplesOf(identifier).flatMap((tin) => {
    const checked = validateTin(country, tin, { type: identifier.id })
    return checked.valid ? Object.keys(checked.facts ?? {}) : []
  })
  return codes([...new Set(keys)])
}

function registerText({ id, register }: DescribedIdentifier): string {
  const source = registerOf(id)
  if (!register || !source) return 'No public register'
  return `${register.name}. Confirms ${confirmedOfType(source, id)}.`
}

function identifierPart(country: string, identifier: DescribedIdentifier): (string | Block)[] {
  const { id, holder, kind, kinds, onRequest, check, basis, length, prefixes, formats, changes } = identifier
  const patterns = formats.map(({ pattern }) => pattern)
  const written = formats.map((format) => format.written)
  return [
    section(2, id, nameOf(identifier)),
    properties({
      Type: `\`${id}\``,
      'Local name': localNameOf(identifier),
      'Issued to': holders[holder],
      'Used for': kinds.map((kind) => `${uses[kind]} (\`${kind}\`)`).join(', '),
      Checked: onRequest && `Only if you send \`type: "${id}"\` or \`kind: "${kind}"\``,
      Length: length,
      Format: shortFormats(written).join(', '),
      'Optional prefix': codes(prefixes),
      'Regular expression': codes(shortPatterns(patterns)),
      Examples: codes(examplesOf(identifier)),
      Check: checks[check],
      Register: registerText(identifier),
      'Read from the number': factsOf(country, identifier),
      'Source of the rule':
        basis === 'published'
          ? 'Published by a tax office, a law, the OECD or the EU'
          : 'Other public sources, which no authority confirms, so the rule is less strict',
    }),
    ...(changes.length > 0
      ? [`Rule changes:\n\n${changes.map(({ date, text }) => `- **${inWords(date)}:** ${text}`).join('\n')}`]
      : []),
  ]
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' })

function inWords(date: string): string {
  if (date.length === 4) return date
  return (date.length === 7 ? monthFormat : dayFormat).format(new Date(date))
}

const MAX_TITLE = 60
const MAX_DESCRIPTION = 160

/** The longest title that fits, because people search for the names of the numbers. */
function titleOf({ adjective, types }: DescribedCountry): string {
  const labels = [...new Set(types.filter(isIssued).map(({ label }) => label))]
  const title = (names: readonly string[]) =>
    `${adjective} tax ID${names.length > 0 ? ` (${names.join(', ')})` : ''} format and validation`
  const all = labels.map((_, index) => title(labels.slice(0, labels.length - index)))
  return all.find((text) => text.length <= MAX_TITLE) ?? `${adjective} tax ID format`
}

function descriptionOf({ name, types }: DescribedCountry): string {
  const issued = types.filter(isIssued)
  const place = countryInSentence(name)
  if (issued.length === 0) return `${capitalized(place)} doesn't issue tax IDs. What validations return.`
  const numbers = issued.map(({ label, example }) => `${label}${example ? ` (${example})` : ''}`)
  const text = (count: number) =>
    `Tax IDs in ${place}: formats, examples, check digits and registers of ${list.format(numbers.slice(0, count))}. Validate them with one API call.`
  const fitting = numbers
    .map((_, index) => numbers.length - index)
    .find((count) => text(count).length <= MAX_DESCRIPTION)
  return fitting ? text(fitting) : `Tax IDs in ${place}: formats, examples, check digits and registers.`
}

function countryPage(country: DescribedCountry): Page {
  const { code, name, adjective, types } = country
  const place = countryInSentence(name)
  const issued = types.filter(isIssued)
  const examples = issued.flatMap((identifier) => {
    const { id, example, onRequest } = identifier
    const body = { countryCode: code, tin: example, ...(onRequest && { type: id }) }
    return example ? [{ summary: nameOf(identifier), body }] : []
  })
  const [first] = examples
  return {
    path: pathOf(code),
    title: titleOf(country),
    heading: `Tax IDs in ${place}`,
    navTitle: name,
    description: descriptionOf(country),
    keywords: [
      code,
      adjective,
      ...types.flatMap(({ id, label, name: full, localName = '' }) => [id, label, full, localName]),
    ].join(' '),
    structuredData: {
      '@type': 'TechArticle',
      headline: titleOf(country),
      description: descriptionOf(country),
      about: types.map(({ name: full, label, localName }) => ({
        '@type': 'DefinedTerm',
        name: full,
        alternateName: [...new Set([label, ...(localName ? [localName] : [])])],
      })),
    },
    body: [
      issued.length === 0
        ? `${capitalized(place)} doesn't issue tax IDs. The \`result\` of a validation is \`unsupported\`, with [\`NO_TIN_ISSUED\`](/docs/errors/NO_TIN_ISSUED) in \`errors\`.`
        : `Tinproof validates ${issued.length === 1 ? 'one type' : `${issued.length} types`} of tax ID from ${place}. Send \`countryCode: "${code}"\`. You can include separators and prefixes. They can determine the type.`,
      ...issued.flatMap((identifier) => identifierPart(code, identifier)),
      ...(first
        ? [
            section(2, 'validate', `Validate a number from ${place}`),
            'To check a number without code, enter it on the [first page](/auth).',
            tryIt({
              id: `validate-${code.toLowerCase()}`,
              request: validateRequest(first.body, printsResult),
              examples,
            }),
          ]
        : []),
      ...magicPart(code),
      ...(first
        ? [
            'The examples belong to companies or public bodies, or are made up. For the structure of the result, see [Validate a tax ID](/docs/reference/validate).',
          ]
        : []),
    ],
  }
}

function magicPart(country: string): (string | Block)[] {
  const numbers = magicNumbersOf(country)
  if (numbers.length === 0) return []
  return [
    section(2, 'sandbox', 'Sandbox numbers'),
    "With a test token, these numbers choose the register's response. See [Sandbox](/docs/guides/sandbox).",
    markdownTable(
      ['Number', 'Type', 'What happens'],
      numbers.map(({ tin, type, outcome }) => [`\`${tin}\``, `\`${type}\``, outcomeTexts[outcome]]),
    ),
  ]
}

export function countrySeries(): Series {
  const { rulesAsOf, countries: listed } = listCountries({})
  const countries = listed.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  return { index: indexPage(rulesAsOf, countries), pages: countries.map(countryPage) }
}

function indexPage(rulesAsOf: string, countries: readonly DescribedCountry[]): Page {
  const all = countries.flatMap((country) => country.types)
  const rows = countries.map(({ code, name, types }) => [
    `[${name}](${pathOf(code)})`,
    `\`${code}\``,
    types.map(({ label }) => label).join(', '),
    strongest(types),
    [...new Set(types.flatMap(({ register }) => register?.name ?? []))].join(', ') || '–',
  ])
  const changes = countries
    .flatMap(({ name, code, types }) =>
      types.flatMap(({ label, changes: dated }) =>
        dated.map(({ date, text }) => ({
          date,
          line: `- **${inWords(date)}**, [${name}](${pathOf(code)}), ${label}: ${text}`,
        })),
      ),
    )
    .toSorted((one, other) => other.date.localeCompare(one.date))
  return {
    path: '/docs/countries/',
    title: 'Tax IDs by country',
    navTitle: 'Countries',
    description: `Formats, examples, check digits and registers of ${all.length} tax ID and VAT number types from ${countries.length} countries and territories.`,
    keywords: 'VAT number formats list TIN supported',
    body: [
      `Tinproof validates ${all.length} types of tax ID from ${countries.length} countries and territories. Rules are current as of ${inWords(rulesAsOf)}. The API returns the same data as JSON: \`GET /api/tinproof/countries\`.

## All countries

"Check" is the most that we can check without a register. See [Confidence](/docs/guides/confidence).

${markdownTable(['Country', 'Code', 'Types', 'Check', 'Register'], rows)}

## Rule changes

We follow ${changes.length} dated rule changes, newest first:

${changes.map(({ line }) => line).join('\n')}`,
    ],
  }
}

const order = ['checksum', 'structure', 'none'] as const

const strongest = (identifiers: readonly DescribedIdentifier[]): string => {
  const issued = identifiers.filter(isIssued)
  const check = order.find((known) => issued.some((identifier) => identifier.check === known))
  return check ? shortChecks[check] : '–'
}
