import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { preload, SWRConfig } from 'swr'
import { readFirstData } from './first-data.ts'
import { queries } from './lib/queries.ts'
import { fetchQuery, swrConfig } from './lib/swr.ts'
import { preloadScreen } from './preload-screens.ts'
import { Router } from './router.tsx'
import { ToastHost } from './ui/toast-host.tsx'

// Everything on screen depends on the user. The first screen appears with its data, so that nothing on it moves.
const screenIsThere = preloadScreen(location.pathname)
preload(queries.user.key, async () => {
  const user = await fetchQuery(queries.user)
  await Promise.all([screenIsThere, user && readFirstData(location.pathname, user)])
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
