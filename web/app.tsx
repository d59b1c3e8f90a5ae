import { type ComponentType, type ReactNode, StrictMode } from 'react'
import { SWRConfig, type SWRConfiguration } from 'swr'
import { queries } from './lib/queries.ts'
import { swrConfig } from './lib/swr.ts'
import { Router } from './router.tsx'
import { ToastHost } from './ui/toast.tsx'

/** What the HTML of /auth was rendered with. */
const visitorConfig: SWRConfiguration = { ...swrConfig, fallback: { [queries.user.key]: null } }

type AppProps = {
  /** Where the app is: in a browser, or at a path that is rendered while building. */
  Location: ComponentType<{ children: ReactNode }>
  isPrerendered: boolean
}

export const App = ({ Location, isPrerendered }: AppProps) => (
  <StrictMode>
    <SWRConfig value={isPrerendered ? visitorConfig : swrConfig}>
      <Location>
        <Router />
      </Location>
      <ToastHost />
    </SWRConfig>
  </StrictMode>
)
