import { formatNumber } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { MAX_MESSAGE_LENGTH } from '#worker/support/contract.ts'

const SHOWN_FROM = 0.9 * MAX_MESSAGE_LENGTH

/** Shows the length once it comes near the limit. A text that is too long stays as it is, so that nothing is lost. */
export function MessageLength({ text }: { text: string }) {
  if (text.length < SHOWN_FROM) return null
  return (
    <span
      className={cx(
        'text-sm tabular-nums',
        text.trim().length > MAX_MESSAGE_LENGTH ? 'text-invalid' : 'text-faint',
      )}
    >
      {formatNumber(text.length)} of {formatNumber(MAX_MESSAGE_LENGTH)}
    </span>
  )
}
