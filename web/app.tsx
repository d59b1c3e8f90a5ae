import { type ComponentType, type ReactNode, StrictMode } from 'react'
import { SWRConfig } from 'swr'
import type { User } from '#worker/accounts/contract.ts'
import { queries } from './lib/queries.ts'
import { swrConfig } from './lib/swr.ts'
import { Router } from './router.tsx'
import { ToastHost } from './ui/toast.tsx'

type AppProps = {
  Location: ComponentType<{ children: ReactNode }>
  /** What HTML of the build was rendered with: null is a visitor. */
  user?: User | null
}

export const App = ({ Location, user }: AppProps) => (
  <StrictMode>
    <SWRConfig
      value={user === undefined ? swrConfig : { ...swrConfig, fallback: { [queries.user.key]: user } }}
    >
      <Location>
        <Router />
      </Location>
      <ToastHost />
    </SWRConfig>
  </StrictMode>
)
