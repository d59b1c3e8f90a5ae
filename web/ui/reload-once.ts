const KEY = 'reloadedAt'
const MIN_RELOAD_INTERVAL_MS = 60_000

type Page = {
  now: () => number
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  /** Reloading offline would leave an empty page. */
  isReachable: () => Promise<boolean>
  reload: () => void
}

const thisPage: Page = {
  now: () => Date.now(),
  storage: () => sessionStorage,
  isReachable: async () => (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok,
  reload: () => location.reload(),
}

/** A release removes the previous release's chunks, so a failed import reloads the page, at most once a minute. */
export async function reloadOnce(error: unknown, page: Page = thisPage): Promise<never> {
  if (!(await canReload(page).catch(() => false))) throw error
  page.reload()
  return new Promise(() => undefined)
}

async function canReload(page: Page): Promise<boolean> {
  const storage = page.storage()
  if (page.now() - Number(storage.getItem(KEY)) < MIN_RELOAD_INTERVAL_MS) return false
  if (!(await page.isReachable())) return false
  storage.setItem(KEY, String(page.now()))
  return true
}
