import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { onConfirmationNeeded } from '#web/lib/attempt.ts'
import { lazyDialog } from '#web/lib/lazy-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

const ConfirmationDialog = lazyDialog(
  async () => (await import('./confirmation-dialog.tsx')).ConfirmationDialog,
)

const CodeDialog = lazyDialog(async () => (await import('./confirmation-dialog.tsx')).CodeDialog)

type Question = { answer: (isConfirmed: boolean) => void }

/** Render once for signed-in users. Shows the dialog that `confirmed()` asks for. */
export function ConfirmationHost() {
  const [question, setQuestion] = useState<Question>()
  const [needsCode, setNeedsCode] = useReturnFromGoogle()
  useEffect(() => onConfirmationNeeded((answer) => setQuestion({ answer })), [])
  if (needsCode) {
    const closeCode = (isConfirmed: boolean) => {
      setNeedsCode(false)
      if (isConfirmed) reportConfirmed()
    }
    return <CodeDialog onClose={closeCode} />
  }
  if (!question) return null
  const close = (isConfirmed: boolean) => {
    setQuestion(undefined)
    question.answer(isConfirmed)
  }
  return <ConfirmationDialog onClose={close} />
}

const reportConfirmed = () => toast.success('Confirmed', { description: 'Now try again.' })

/** The Worker adds `confirmed` to the address after a round trip to Google. */
function useReturnFromGoogle() {
  const [query, setQuery] = useSearchParams()
  const [needsCode, setNeedsCode] = useState(false)
  const outcome = query.get('confirmed')
  useEffect(() => {
    if (outcome === null) return
    if (outcome === 'google') reportConfirmed()
    else if (outcome === 'code') setNeedsCode(true)
    else
      toast.error('Confirmation failed', {
        description:
          outcome === 'failed'
            ? 'Use the Google account that is linked to your profile.'
            : 'Something went wrong. Try again.',
      })
    setQuery(
      (current) => {
        current.delete('confirmed')
        return current
      },
      { replace: true },
    )
  }, [outcome, setQuery])
  return [needsCode, setNeedsCode] as const
}
