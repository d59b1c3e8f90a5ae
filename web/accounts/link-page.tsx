import type { ReactNode } from 'react'

/** The frame of the screens that the links of mails open. */
export const LinkPage = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-1 flex-col items-center px-4 py-8 sm:py-14">
    <div className="w-full max-w-sm">{children}</div>
  </div>
)
