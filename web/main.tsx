import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SWRConfig } from 'swr'
import { readUser } from './first-screen.ts'
import { swrConfig } from './lib/swr.ts'
import { Router } from './router.tsx'
import { ToastHost } from './ui/toast.tsx'

readUser(location.pathname)

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
