import { Time } from '#web/lib/time.tsx'
import { cx } from '#web/ui/cx.ts'
import type { SupportMessage } from '#worker/support/contract.ts'

type Message = SupportMessage & { answeredBy?: string | null }

type MessageListProps<M extends Message> = {
  messages: readonly M[]
  nameOf: (message: M) => string
}

export function MessageList<M extends Message>({ messages, nameOf }: MessageListProps<M>) {
  return (
    <ol aria-label="Messages" className="divide-y divide-line">
      {messages.map((message) => (
        <li key={message.id} className={cx('px-5 py-4', message.author === 'support' && 'bg-accent-soft/50')}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
            <span className="min-w-0 break-words font-medium">{nameOf(message)}</span>
            <Time value={message.createdAt} style="date-time" className="text-muted" />
          </p>
          <p dir="auto" className="mt-1.5 whitespace-pre-wrap break-words">
            {message.text}
          </p>
        </li>
      ))}
    </ol>
  )
}
