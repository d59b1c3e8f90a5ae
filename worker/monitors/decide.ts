import type { BatchResult } from '#worker/batches/contract.ts'
import { comparable } from '#worker/lib/text.ts'
import { DAY, HOUR } from '#worker/lib/time.ts'
import type { MonitorField } from './contract.ts'
import type { StoredAnswer } from './secrets.ts'

const CONFIRMED_AFTER_MS = HOUR
const TRUSTED_AFTER_MS = DAY

/**
 * What a check found. Undefined without an answer: an outage is never a change. A register that lists only some of the
 * numbers has answered if it doesn't list this one.
 */
export function toAnswer(result: BatchResult | undefined, known?: StoredAnswer): StoredAnswer | undefined {
  if (!result) return undefined
  const { reason, isFormatValid, entity, additionalInfo, warnings, errors } = result
  const isSilent = errors.some(({ code }) => code.startsWith('SOURCE_') && code !== 'SOURCE_NOT_COVERED')
  const wasAnswered = known !== undefined && known.result !== 'format_only'
  if (isSilent && (result.result === 'unconfirmed' || (result.result === 'format_only' && wasAnswered)))
    return undefined
  const hasWarning = (code: string) => warnings.some((warning) => warning.code === code)
  return {
    // The type or country isn't supported any more.
    result: result.result === 'unreadable' ? 'unsupported' : result.result,
    reason,
    name: entity.name,
    address: entity.address,
    status: additionalInfo.registerStatus ?? null,
    register: additionalInfo.register ?? null,
    isFormatValid,
    isFallback: hasWarning('SOURCE_FALLBACK') && !hasWarning('SOURCE_STALE'),
  }
}

const isListed = ({ result }: StoredAnswer) => result === 'confirmed' || result === 'different_name'

export const isRefusal = (answer: StoredAnswer, known: StoredAnswer): boolean =>
  isListed(known) && !isListed(answer)

/** Registers leave out a name or an address now and then, and a fallback has others. Neither is a change. */
export function completed(answer: StoredAnswer, known: StoredAnswer): StoredAnswer {
  if (!isListed(known)) return answer
  const isLesserProof = answer.result === 'unconfirmed' && answer.isFallback
  if (isLesserProof || (isListed(answer) && answer.isFallback && !known.isFallback)) return known
  if (!isListed(answer)) return answer
  const address = answer.address ?? known.address
  const hidesName = answer.name === null && known.name !== null
  return hidesName ? { ...answer, result: known.result, name: known.name, address } : { ...answer, address }
}

export function changesOf(answer: StoredAnswer, known: StoredAnswer): MonitorField[] {
  const hasOther = (field: 'name' | 'address') =>
    known[field] !== null && comparable(answer[field]) !== comparable(known[field])
  const isSameSource = isListed(answer) && isListed(known) && answer.register === known.register
  const isOther: Record<MonitorField, boolean> = {
    result: answer.result !== known.result && (isSameSource || isListed(answer) !== isListed(known)),
    name: isSameSource && hasOther('name'),
    address: isSameSource && hasOther('address'),
    status: isSameSource && comparable(answer.status) !== comparable(known.status),
    rules: answer.isFormatValid !== known.isFormatValid,
  }
  return (Object.keys(isOther) as MonitorField[]).filter((field) => isOther[field])
}

type Doubt = { changed: readonly MonitorField[]; doubtedFor: number; isSuspected: boolean }

/** Whether a change is beyond doubt. `doubtedFor` is in milliseconds. A register that lists a number again is trusted at once. */
export function isCertain(
  answer: StoredAnswer,
  known: StoredAnswer,
  { changed, doubtedFor, isSuspected }: Doubt,
): boolean {
  if (changed.includes('rules') || doubtedFor >= TRUSTED_AFTER_MS) return true
  return !isSuspected && (!isRefusal(answer, known) || doubtedFor >= CONFIRMED_AFTER_MS)
}
