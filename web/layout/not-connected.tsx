import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

/** Until the user is known. The status page answers even if the Worker doesn't. */
export const NotConnected = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <header className="flex h-14 items-center border-b bg-surface px-4 sm:px-6">
      <Logo />
    </header>
    <main className="flex flex-1 flex-col items-center justify-center pb-14">
      {children}
      <a href="/status" className="touch-target text-accent-text text-sm hover:underline">
        Check the status page
      </a>
    </main>
  </div>
)
