import { registerOf } from '#worker/registers/register-of.ts'
import { describeCountries } from '#worker/tin/describe.ts'
import { examples } from '#worker/tin/examples.ts'
import { rulesAsOf } from '#worker/tin/table.ts'
import type { CountriesAnswer } from './contract.ts'

/** All that can be checked, as the call answers it. */
export function listCountries(): CountriesAnswer {
  return {
    rulesAsOf,
    countries: describeCountries().map((country) => ({
      ...country,
      identifiers: country.identifiers.map((identifier) => ({
        ...identifier,
        example: examples[identifier.id] ?? null,
        register: registerOf(identifier.id) ?? null,
      })),
    })),
  }
}

type Cached = { readonly json: string; readonly etag: string }

let cached: Promise<Cached> | undefined

async function make(): Promise<Cached> {
  const json = JSON.stringify(listCountries())
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json))
  const hex = Array.from(new Uint8Array(digest).subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0'))
  return { json, etag: `"${hex.join('')}"` }
}

/** The answer as text with its entity tag, worked out once in the life of an isolate. */
export function countriesJson(): Promise<Cached> {
  cached ??= make()
  return cached
}
