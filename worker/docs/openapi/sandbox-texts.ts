import { validateTin } from '#worker/tin/index.ts'
import type { ErrorOutcome, RegisterOutcome, SandboxOutcome } from '#worker/validation/sandbox/contract.ts'
import { sandboxOutcomes } from '#worker/validation/sandbox/contract.ts'
import { magicNumbers } from '#worker/validation/sandbox/magic-numbers.ts'

const registerTexts: Readonly<Record<RegisterOutcome, string>> = {
  registered: 'The register confirms the number.',
  not_registered: 'The register has no record of the number.',
  ended: 'The register lists the number, but its registration has ended.',
  name_differs: 'The register confirms the number, with a name that differs from `name`.',
  stale: 'The register is unavailable. The response is its last known one, three days old.',
  fallback:
    'The register is unavailable, and a fallback register responds. Without a fallback, the same as `unavailable`.',
  unavailable: 'The register is unavailable.',
  timeout: "The register doesn't respond in time. You get the response immediately.",
  throttled: 'The register is receiving too many requests.',
  unreachable: "The register can't be reached.",
  blocked: 'The register blocks our requests.',
  unreadable: "We can't read the register's response.",
  wrong_number: 'The register responds with a different number.',
  busy: 'Too many lookups of this register are in progress.',
  paused: 'The register is paused after failures or too many requests.',
  refused: "The register doesn't accept the number.",
  not_covered: "The register doesn't list every number of this type, and doesn't list this one.",
  changes_tomorrow:
    'The register confirms the number. A monitor with this outcome finds its registration ended at the second check.',
  webhook_fails:
    'The same as `unavailable`, or for a monitor, as `changes_tomorrow`. The event about it fails twice, as if your webhook endpoint had responded 500, until you replay it.',
}

const errorTexts: Readonly<Record<ErrorOutcome, string>> = {
  quota_exceeded: 'The request fails with 429 `QUOTA_EXCEEDED`.',
  rate_limited: 'The request fails with 429 `RATE_LIMITED`.',
  error_503: 'The request fails with 503 `SERVICE_UNAVAILABLE`.',
}

export const outcomeTexts: Readonly<Record<SandboxOutcome, string>> = { ...registerTexts, ...errorTexts }

type MagicNumber = { type: string; tin: string; outcome: SandboxOutcome }

export function magicNumbersOf(country: string): MagicNumber[] {
  return Object.entries(magicNumbers).flatMap(([type, numbers]) =>
    type.startsWith(`${country}.`)
      ? sandboxOutcomes.map((outcome, index) => ({
          type,
          tin: formatted(country, type, numbers[index] ?? ''),
          outcome,
        }))
      : [],
  )
}

function formatted(country: string, type: string, compact: string): string {
  const checked = validateTin(country, compact, { type })
  return checked.valid ? checked.formatted : compact
}
