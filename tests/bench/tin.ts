import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Country, checkVAT, countries as vatCountries } from 'jsvat'
import { validateEntity, validatePerson } from 'stdnum'
import { type Sample, samples } from '#worker/tin/contract/samples.ts'
import { countries, type TinResult, validateTin } from '#worker/tin/index.ts'
import { stdnumValidators } from '../tin/stdnum-validators.ts'
import { bundled } from './bundled.ts'
import { type Runner, race } from './race.ts'

type IsTaxId = { default: (number: string, locale: string) => boolean; locales?: readonly string[] }
const { default: isTaxId } = createRequire(import.meta.url)('validator/lib/isTaxID.js') as IsTaxId

const localesOf: Readonly<Record<string, string>> = Object.fromEntries(
  'bg-BG cs-CZ de-AT de-DE dk-DK el-CY el-GR en-CA en-GB en-IE en-US es-AR es-ES et-EE fi-FI fr-BE fr-FR fr-LU hr-HR hu-HU it-IT lt-LT lv-LV mt-MT nl-NL pl-PL pt-BR pt-PT ro-RO sk-SK sl-SI sv-SE uk-UA'
    .split(' ')
    .map((locale) => [locale.slice(3), locale]),
)
const vatCountryOf: ReadonlyMap<string, Country> = new Map(
  vatCountries.flatMap((country) => country.codes.map((code) => [code, country] as const)),
)

type Contender = {
  readonly name: string
  readonly check: (sample: Sample) => boolean
  /** Reads why a number is invalid, if the library says so. */
  readonly explain?: (sample: Sample) => unknown
  readonly ours: (sample: Sample) => TinResult
}

const withType = ({ country, tin, identifier }: Sample) => validateTin(country, tin, { type: identifier })
const withCountry = ({ country, tin }: Sample) => validateTin(country, tin)
const firstValidator = (sample: Sample) => stdnumValidators(sample.identifier).at(0)

const contenders: readonly Contender[] = [
  {
    name: 'stdnum, with the type given',
    check: (sample) => firstValidator(sample)?.validate(sample.tin).isValid === true,
    explain: (sample) => firstValidator(sample)?.validate(sample.tin).error?.message,
    ours: withType,
  },
  {
    name: 'stdnum, with the country given',
    check: ({ country, tin }) =>
      validateEntity(country, tin).isValid === true || validatePerson(country, tin).isValid === true,
    ours: withCountry,
  },
  {
    name: 'jsvat, with the country given',
    check: ({ country, tin }) => {
      const rule = vatCountryOf.get(country)
      return rule !== undefined && checkVAT(tin, [rule]).isValid
    },
    ours: withCountry,
  },
  {
    name: 'validator, with the country given',
    check: ({ country, tin }) => {
      const locale = localesOf[country]
      return locale !== undefined && isTaxId(tin, locale)
    },
    ours: withCountry,
  },
]

function explain(result: TinResult): unknown {
  return result.valid ? undefined : [result.failure.message, 'suggestion' in result && result.suggestion]
}

/** The sample with a wrong last digit. */
function mistyped(sample: Sample): Sample {
  const at = sample.tin.search(/\d\D*$/)
  const wrong = (Number(sample.tin.charAt(at)) + 1) % 10
  return { ...sample, tin: `${sample.tin.slice(0, at)}${wrong}${sample.tin.slice(at + 1)}` }
}

const runOver = (numbers: readonly Sample[], call: (sample: Sample) => unknown) => () => {
  for (const number of numbers) call(number)
}

const figure = (value: number) => Math.round(value).toLocaleString('en-US').padStart(12)

function compare(what: string, numbers: readonly Sample[], { name, check, ours }: Contender): void {
  const runners: Runner[] = [
    { name: 'Tinproof', run: runOver(numbers, ours) },
    { name, run: runOver(numbers, check) },
  ]
  const [us, them] = race(runners, numbers.length)
  const ratio = (us?.perSecond ?? 0) / (them?.perSecond ?? 1)
  console.log(
    `  ${what.padEnd(26)} ${String(numbers.length).padStart(4)} numbers ${figure(us?.perSecond ?? 0)}/s vs. ${figure(them?.perSecond ?? 0)}/s: ${ratio.toFixed(1)} times`,
  )
}

console.log('Validations per second, compared with other libraries on the numbers they accept')
for (const contender of contenders) {
  console.log(contender.name)
  const numbers = samples.filter((sample) => contender.check(sample) && contender.ours(sample).valid)
  compare('valid numbers', numbers, contender)
  compare(
    'one in ten mistyped',
    numbers.map((each, i) => (i % 10 === 0 ? mistyped(each) : each)),
    contender,
  )
  compare('all mistyped', numbers.map(mistyped), contender)
  const { explain: theirs, ours } = contender
  if (theirs === undefined) continue
  compare('all mistyped, explained', numbers.map(mistyped), {
    ...contender,
    check: (sample) => theirs(sample) !== undefined,
    ours: (sample) => {
      const result = ours(sample)
      explain(result)
      return result
    },
  })
}

/** Milliseconds of the slowest country and alphabet for a text of this length. */
function slowest(length: number): number {
  const texts = ['1', 'A', 'é', 'ﷺ', '٣', ' '].map((char) => char.repeat(length))
  const times = countries.flatMap(({ code }) =>
    texts.map((text) => {
      const runs = Array.from({ length: 5 }, () => {
        const start = performance.now()
        validateTin(code, text)
        return performance.now() - start
      })
      return Math.min(...runs)
    }),
  )
  return Math.max(...times)
}

console.log('\nSlowest of all countries and six alphabets')
for (const length of [20, 200, 201, 10_000, 1_000_000]) {
  console.log(`  ${length.toLocaleString('en-US').padStart(9)} characters ${slowest(length).toFixed(3)} ms`)
}

const packages = {
  'Tinproof, the engine': 'worker/tin/index.ts',
  'Tinproof, the samples': 'worker/tin/contract/samples.ts',
  stdnum: 'node_modules/stdnum/lib/esm/index.js',
  jsvat: 'node_modules/jsvat/lib/es6/index.js',
  'validator, isTaxID': 'node_modules/validator/es/lib/isTaxID.js',
}
const folder = mkdtempSync(join(tmpdir(), 'tinproof-bench-'))
console.log('\nMinified, gzipped, and cold import (median of 11 processes)')
for (const [name, entry] of Object.entries(packages)) {
  const code = await bundled(entry)
  const file = join(folder, `${name.replace(/\W/g, '')}.mjs`)
  writeFileSync(file, code)
  const script = `const s = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - s)`
  const times = Array.from({ length: 11 }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })),
  ).sort((a, b) => a - b)
  const sizes = `${(code.length / 1000).toFixed(1).padStart(7)} kB ${(gzipSync(code, { level: 9 }).length / 1000).toFixed(1).padStart(6)} kB gzipped`
  console.log(`  ${name.padEnd(24)} ${sizes} ${(times[5] ?? 0).toFixed(1).padStart(6)} ms`)
}
rmSync(folder, { recursive: true })
