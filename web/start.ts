import { reloadOnce } from './lib/reload-once.ts'
import { preloadReads } from './preload-reads.ts'
import { preloadScreen } from './preload-screens.ts'
import './styles.css'

// Three trips at once: the reads, the screen, and React with the rest of the page.
preloadReads(location.pathname)
void preloadScreen(location.pathname)
import('./main.tsx').catch(reloadOnce).catch(() => {
  document.getElementById('starting')?.setAttribute('hidden', '')
  document.getElementById('not-started')?.removeAttribute('hidden')
  document.getElementById('reload')?.addEventListener('click', () => location.reload())
})
