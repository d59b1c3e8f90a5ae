import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { readFirst, readUser } from './first-screen.ts'
import { queries } from './lib/queries.ts'
import { setData } from './lib/swr.ts'
import { ACCOUNT_FORM, paths } from './paths.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

function start(host: HTMLElement): void {
  readUser(location.pathname)
  createRoot(host).render(<App Location={BrowserRouter} />)
}

/** The HTML has the page already. React takes over that of a visitor, and replaces any other once its data is there. */
async function continuePage(host: HTMLElement): Promise<void> {
  const user = await readFirst(location.pathname)
  const isSame =
    location.pathname === paths.auth &&
    user === null &&
    location.search === '' &&
    ['', `#${ACCOUNT_FORM}`].includes(location.hash) &&
    !(history.state as { usr?: unknown } | null)?.usr
  if (!isSame) await setData(queries.user, user)
  // In short pieces, so that the page can scroll in between.
  startTransition(() => {
    if (isSame) hydrateRoot(host, <App Location={BrowserRouter} user={null} />)
    else createRoot(host).render(<App Location={BrowserRouter} />)
  })
}

if (root.dataset.path === location.pathname) continuePage(root).catch(() => start(root))
else start(root)
