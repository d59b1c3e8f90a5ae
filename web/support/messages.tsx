import { type ReactNode, useRef, useState } from 'react'
import { readDraft, saveDraft } from '#web/lib/draft.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Time } from '#web/lib/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Form, FormError, type FormErrorProps } from '#web/ui/form.tsx'
import { TextareaField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { MAX_MESSAGE_LENGTH, messageSchema, type SupportMessage } from '#worker/support/contract.ts'

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

type ReplyFormProps = {
  label: string
  hint?: ReactNode
  submitLabel: string
  draftKey: string
  onSend: (text: string) => Promise<FormErrorProps | undefined>
  actions?: ReactNode
}

export function ReplyForm({ label, hint, submitLabel, draftKey, onSend, actions }: ReplyFormProps) {
  const [text, setText] = useState(() => readDraft(draftKey))
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<FormErrorProps>()
  const field = useRef<HTMLTextAreaElement>(null)
  const change = (next: string) => {
    setText(next)
    setProblem(undefined)
    saveDraft(draftKey, next)
  }
  const { submit: send, isPending } = useSingleSubmit(async () => {
    const parsed = messageSchema.safeParse({ message: text })
    if (!parsed.success) {
      setProblem(parsed.error.issues[0]?.message)
      field.current?.focus()
      return
    }
    const failed = await onSend(parsed.data.message)
    setFailure(failed)
    if (!failed) change('')
  })
  return (
    <Form className="space-y-3 border-t px-5 py-4" onSubmit={send}>
      <TextareaField
        label={label}
        hint={hint}
        error={problem}
        aside={<MessageLength text={text} />}
        ref={field}
        rows={4}
        value={text}
        readOnly={isPending}
        onChange={({ target }) => change(target.value)}
      />
      {failure ? <FormError {...failure} /> : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {actions}
        <Button type="submit" pending={isPending} pendingLabel="Sending...">
          {submitLabel}
        </Button>
      </div>
    </Form>
  )
}
