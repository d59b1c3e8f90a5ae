import { fetchInSandbox, sandboxFailure } from '#web/lib/sandbox-token.ts'
import { MAX_TIN_LENGTH, type ValidationResponse } from '#worker/validation/contract.ts'
import type { TryRequest } from './try-examples.ts'

export type Trial =
  | { status: 'answered'; request: TryRequest; answer: ValidationResponse }
  | { status: 'ambiguous'; tin: string; codes: readonly string[] }
  | { status: 'failed'; text: string; isUsedUp?: boolean }

const FITS_NOTHING =
  "This doesn't look like a tax ID that we know. Check that it's complete, or start it with the country code, as in DE136695976."

/** Format and check digit only: the sandbox asks no register about a real number. */
export async function tryNumber(tin: string, country?: string): Promise<Trial> {
  if (tin.length > MAX_TIN_LENGTH)
    return { status: 'failed', text: "That's longer than any tax ID. Enter one number at a time." }
  const codes = country ? [country] : await countriesOf(tin)
  const [countryCode] = codes ?? []
  if (!codes) return { status: 'failed', ...sandboxFailure(undefined) }
  if (countryCode === undefined) return { status: 'failed', text: FITS_NOTHING }
  if (codes.length > 1) return { status: 'ambiguous', tin, codes }
  return await tryRequest({ countryCode, tin, source: false })
}

/** In the browser, so that the number is sent only once its country is known. */
async function countriesOf(tin: string): Promise<readonly string[] | undefined> {
  const engine = await import('#worker/tin/contract/fitting-countries.ts').catch(() => undefined)
  return engine?.fittingCountries(tin).codes
}

export async function tryRequest(request: TryRequest): Promise<Trial> {
  try {
    const response = await fetchInSandbox('/api/tinproof/validate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    })
    const body = (await response.json()) as ValidationResponse & { message?: string }
    if (response.ok) return { status: 'answered', request, answer: body }
    return { status: 'failed', text: body.message ?? sandboxFailure(undefined).text }
  } catch (error) {
    return { status: 'failed', ...sandboxFailure(error) }
  }
}
