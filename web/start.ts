import { reloadOnce } from './lib/reload-once.ts'
import './styles.css'

import('./main.tsx').catch(reloadOnce).catch(() => {
  document.getElementById('starting')?.setAttribute('hidden', '')
  document.getElementById('not-started')?.removeAttribute('hidden')
  document.getElementById('reload')?.addEventListener('click', () => location.reload())
})
