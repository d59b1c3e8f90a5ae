import { useState } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { Time } from '#web/lib/time.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { changeProfile } from './profile-actions.ts'
import { BROWSER_ZONE, timeZoneOptions } from './time-zones.ts'

export function TimeZoneRow({ timeZone }: { timeZone: string | null }) {
  const [options] = useState(() =>
    timeZoneOptions(
      new Intl.DateTimeFormat().resolvedOptions().timeZone,
      Intl.supportedValuesOf('timeZone'),
      new Date(),
    ),
  )
  const [now] = useState(() => new Date().toISOString())
  const [problem, setProblem] = useState<string>()
  const [saving, setSaving] = useState<string>()
  const { submit } = useSingleSubmit(async (chosen: string) => {
    setProblem(undefined)
    setSaving(chosen)
    try {
      await changeProfile({ timeZone: chosen === BROWSER_ZONE ? null : chosen })
    } catch (error) {
      setProblem(errorText(error))
    }
    setSaving(undefined)
  })
  return (
    <div className="space-y-1.5">
      <Combobox
        aria-label="Time zone"
        options={options}
        value={saving ?? timeZone ?? BROWSER_ZONE}
        onValueChange={(chosen) => void submit(chosen)}
        searchPlaceholder="Search time zones"
        emptyText="No time zone matches."
      />
      {problem ? (
        <FieldError>{problem}</FieldError>
      ) : (
        <p className="text-faint text-sm">
          Used for dates and times on every screen. It's now <Time value={now} style="date-time" />.
        </p>
      )}
    </div>
  )
}
