import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { User } from '#worker/accounts/contract.ts'
import { App } from './app.tsx'
import { preloadSignedIn } from './first-screen.ts'
import { paths } from './paths.ts'
import { signedOutScreens } from './screens.tsx'

const at =
  (path: string) =>
  ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>

/** Nothing of these is on the dashboard before its data. */
const anyone: User = {
  id: 0,
  email: '',
  role: null,
  organizationId: null,
  firstName: null,
  lastName: null,
  timeZone: null,
  createdAt: '',
}

await signedOutScreens[paths.auth]?.load()
await preloadSignedIn(paths.dashboard)

/**
 * What a visitor first sees of /auth, and a member of the dashboard. Made at once, because the build closes the module's
 * runner after importing it.
 */
export const pages = {
  [paths.auth]: renderToString(<App Location={at(paths.auth)} user={null} />),
  // A field that takes text before React would lose it. Links work.
  [paths.dashboard]: renderToString(
    <fieldset disabled className="frame">
      <App Location={at(paths.dashboard)} user={anyone} />
    </fieldset>,
  ),
}
