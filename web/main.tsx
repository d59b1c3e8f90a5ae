import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { readFirst, readUser } from './first-screen.ts'
import { queries } from './lib/queries.ts'
import { setData } from './lib/swr.ts'
import { ACCOUNT_FORM } from './paths.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const appWith = (isPrerendered: boolean) => <App Location={BrowserRouter} isPrerendered={isPrerendered} />

function start(host: HTMLElement): void {
  readUser(location.pathname)
  createRoot(host).render(appWith(false))
}

/** The HTML has the page already. React takes it over if it is the one that was rendered, and replaces it otherwise. */
async function continuePage(host: HTMLElement): Promise<void> {
  const user = await readFirst(location.pathname)
  const isSame =
    user === null &&
    location.search === '' &&
    ['', `#${ACCOUNT_FORM}`].includes(location.hash) &&
    !(history.state as { usr?: unknown } | null)?.usr
  if (isSame) {
    hydrateRoot(host, appWith(true))
    return
  }
  await setData(queries.user, user)
  createRoot(host).render(appWith(false))
}

if (root.dataset.path === location.pathname) continuePage(root).catch(() => start(root))
else start(root)
