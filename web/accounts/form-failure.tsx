import { Banner } from '#web/ui/banner.tsx'

/** Why the server refused the form; it stays after the toast has gone. */
export function FormFailure({ title, reason }: { title: string; reason: string | undefined }) {
  if (!reason) return null
  return (
    <Banner tone="critical" title={title}>
      {reason}
    </Banner>
  )
}
