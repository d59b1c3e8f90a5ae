import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { preload, SWRConfig } from 'swr'
import { queries } from './lib/queries.ts'
import { fetchQuery, swrConfig } from './lib/swr.ts'
import { preloadScreen } from './preload-screens.ts'
import { Router } from './router.tsx'
import { ToastHost } from './ui/toast-host.tsx'

// Everything on screen depends on the user.
const screenIsThere = preloadScreen(location.pathname)
preload(queries.user.key, async () => {
  const [user] = await Promise.all([fetchQuery(queries.user), screenIsThere])
  return user
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <SWRConfig value={swrConfig}>
      <Router />
      <ToastHost />
    </SWRConfig>
  </StrictMode>,
)
