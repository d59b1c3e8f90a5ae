const KEY = 'reloadedAt'
/** A second failure so soon is not one that a reload mends (milliseconds). */
const SOON = 60_000

type Page = {
  now: () => number
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  /** Whether the site can be reached: a reload without it would leave nothing on the screen. */
  isReachable: () => Promise<boolean>
  reload: () => void
}

const thisPage: Page = {
  now: () => Date.now(),
  storage: () => sessionStorage,
  isReachable: async () => (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok,
  reload: () => location.reload(),
}

/**
 * After a new release the files of the last one are gone: the page is reloaded, once. Never settles when it is; throws
 * `error` where it was reloaded just now, the site cannot be reached, or the browser keeps nothing to know it by.
 */
export async function reloadOnce(error: unknown, page: Page = thisPage): Promise<never> {
  if (!(await mayReload(page).catch(() => false))) throw error
  page.reload()
  return new Promise(() => undefined)
}

async function mayReload(page: Page): Promise<boolean> {
  const storage = page.storage()
  if (page.now() - Number(storage.getItem(KEY)) < SOON) return false
  if (!(await page.isReachable())) return false
  storage.setItem(KEY, String(page.now()))
  return true
}
