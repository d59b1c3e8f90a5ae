import { sha256 } from '#worker/lib/digest.ts'
import type { RegisterSettings } from '#worker/registers/register.ts'
import { isEnabled, registerOf } from '#worker/registers/sources.ts'
import { describeCountries } from '#worker/tin/describe-countries.ts'
import { examples } from '#worker/tin/examples.ts'
import { reportingRule } from '#worker/tin/reporting.ts'
import { rulesAsOf } from '#worker/tin/table.ts'
import type { ReportingHolder } from '#worker/tin/types.ts'
import type { CountriesAnswer, DescribedIdentifier } from './contract.ts'

export function listCountries(settings: RegisterSettings): CountriesAnswer {
  return {
    rulesAsOf,
    countries: describeCountries().map(({ identifiers, ...country }) => ({
      ...country,
      accepted: {
        crs: { person: acceptedIds(country.code, 'person'), entity: acceptedIds(country.code, 'entity') },
      },
      types: identifiers.map((identifier) => ({
        ...identifier,
        example: examples[identifier.id] ?? null,
        register: describeRegister(identifier.id, settings),
      })),
    })),
  }
}

const acceptedIds = (country: string, holder: ReportingHolder): string[] =>
  reportingRule(country, holder)?.accepted.flatMap(({ id }) => id ?? []) ?? []

function describeRegister(identifier: string, settings: RegisterSettings): DescribedIdentifier['register'] {
  const register = registerOf(identifier)
  return register ? { name: register.name, state: isEnabled(register, settings) ? 'on' : 'off' } : null
}

type Cached = { readonly json: string; readonly etag: string }

const cached = new WeakMap<RegisterSettings, Cached>()

export async function countriesJson(settings: RegisterSettings): Promise<Cached> {
  const known = cached.get(settings) ?? (await render(settings))
  cached.set(settings, known)
  return known
}

async function render(settings: RegisterSettings): Promise<Cached> {
  const json = JSON.stringify(listCountries(settings))
  return { json, etag: `"${(await sha256(json)).toString('hex', 0, 12)}"` }
}
