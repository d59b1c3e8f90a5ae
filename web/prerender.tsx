import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { paths } from './paths.ts'
import { signedOutScreens } from './screens.tsx'

const AtAuth = ({ children }: { children: ReactNode }) => (
  <StaticRouter location={paths.auth}>{children}</StaticRouter>
)

await signedOutScreens[paths.auth]?.load()

/** /auth as a visitor first sees it. Made at once, because the build closes the module's runner after importing it. */
export const authHtml = renderToString(<App Location={AtAuth} isPrerendered />)
