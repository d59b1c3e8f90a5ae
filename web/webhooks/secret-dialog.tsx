import type { ReactNode } from 'react'
import { DocsLink } from '#web/lib/docs-link.tsx'
import { Time } from '#web/lib/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type ShownSecret = { title: string; secret: string; oldSecretUntil: string | null }

type SecretDialogProps = { shown: ShownSecret; extraAction?: ReactNode; onClose: () => void }

export function SecretDialog({ shown, extraAction, onClose }: SecretDialogProps) {
  const { title, secret, oldSecretUntil } = shown
  return (
    <Dialog
      width="lg"
      title={title}
      description="Your server uses this secret to verify that an event comes from us. You can show it again later."
      footer={
        <>
          {extraAction}
          <Button onClick={onClose}>Done</Button>
        </>
      }
      onClose={onClose}
    >
      <div className="space-y-3">
        <CopyField label="Signing secret" value={secret} />
        {oldSecretUntil ? (
          <p className="text-muted text-sm">
            Events are also signed with the old secret until <Time value={oldSecretUntil} style="date-time" />
            , so you can replace it without losing any.
          </p>
        ) : null}
        <p className="text-sm">
          <DocsLink href="/docs/guides/webhooks#verify-events">How to verify events</DocsLink>
        </p>
      </div>
    </Dialog>
  )
}
