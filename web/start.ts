import { firstCode, firstReads } from './first-requests.ts'
import { selectLinked, storedSelection } from './lib/selection.ts'
import { mayBeSignedIn } from './lib/session-sign.ts'
import { reloadOnce } from './ui/reload-once.ts'
import './styles.css'

const address = selectLinked(location.href)
if (address) history.replaceState(null, '', address)

// Sent beside the app's code and not after it, which would be a round trip later.
const visit = { pathname: location.pathname, organizationId: storedSelection(), isSignedIn: mayBeSignedIn() }
for (const href of firstReads(visit)) {
  const link = { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href }
  document.head.append(Object.assign(document.createElement('link'), link))
}
firstCode(visit).catch(() => undefined)

import('./main.tsx').catch(reloadOnce).catch(() => {
  document.getElementById('not-started')?.removeAttribute('hidden')
  document.getElementById('reload')?.addEventListener('click', () => location.reload())
})
