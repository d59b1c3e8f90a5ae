const KEY = 'reloadedAt'
const MIN_RELOAD_INTERVAL_MS = 60_000

/** A release removes the previous release's chunks, so a failed import reloads the page, at most once a minute. */
export async function reloadOnce(error: unknown): Promise<never> {
  if (!(await canReload().catch(() => false))) throw error
  location.reload()
  return new Promise(() => undefined)
}

async function canReload(): Promise<boolean> {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < MIN_RELOAD_INTERVAL_MS) return false
  // Reloading offline would leave an empty page.
  if (!(await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok) return false
  sessionStorage.setItem(KEY, String(Date.now()))
  return true
}
