import { type ReactNode, useRef, useState } from 'react'
import { readDraft, saveDraft } from '#web/lib/draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { FormError, type FormErrorProps } from '#web/ui/form-error.tsx'
import { TextareaField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { messageSchema } from '#worker/support/contract.ts'
import { MessageLength } from './message-length.tsx'

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
