import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { onConfirmationNeeded } from '#web/lib/confirmation.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { toast } from '#web/ui/toast.tsx'

const ConfirmationDialog = lazyComponent(
  () => import('./confirmation-dialog.tsx').then((module) => module.ConfirmationDialog),
  null,
)

type Question = { answer: (isConfirmed: boolean) => void }

/** Render once for signed-in users. Shows the dialog that `confirmed()` asks for. */
export function ConfirmationHost() {
  const [question, setQuestion] = useState<Question>()
  useReturnFromGoogle()
  useEffect(() => onConfirmationNeeded((answer) => setQuestion({ answer })), [])
  if (!question) return null
  const close = (isConfirmed: boolean) => {
    setQuestion(undefined)
    question.answer(isConfirmed)
  }
  return <ConfirmationDialog onClose={close} />
}

/** The Worker adds `confirmed` to the address after a round trip to Google. */
function useReturnFromGoogle(): void {
  const [query, setQuery] = useSearchParams()
  const outcome = query.get('confirmed')
  useEffect(() => {
    if (outcome === null) return
    if (outcome === 'google') toast.success('Confirmed', { description: 'Now try again.' })
    else
      toast.error('Confirmation failed', {
        description: 'Use the Google account that is linked to your profile.',
      })
    setQuery(
      (current) => {
        current.delete('confirmed')
        return current
      },
      { replace: true },
    )
  }, [outcome, setQuery])
}
