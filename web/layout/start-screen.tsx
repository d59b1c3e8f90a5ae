import { SpinnerScreen } from '#web/ui/spinner.tsx'

/** Continues what index.html draws before React. */
export function StartScreen() {
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="h-14 border-b bg-surface" />
      <SpinnerScreen className="min-h-96 flex-1" />
    </div>
  )
}
