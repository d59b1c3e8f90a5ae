import type { ReactNode } from 'react'
import { SpinnerScreen } from '#web/ui/spinner.tsx'

/** The frame of the screens that the links of mails open. */
export const LinkPage = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-1 flex-col items-center px-4 py-8 sm:py-14">
    <div className="w-full max-w-sm">{children}</div>
  </div>
)

/** While the server looks at the link. */
export const LinkLoading = ({ label }: { label: string }) => (
  <LinkPage>
    <SpinnerScreen label={label} className="min-h-96" />
  </LinkPage>
)
