import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { mutate, SWRConfig } from 'swr'
import { test as base, expect } from 'vitest'
import { type Locator, type LocatorSelectors, page, userEvent } from 'vitest/browser'
import { sessionBegan } from '#web/lib/api-client.ts'
import { clearDrafts } from '#web/lib/draft.ts'
import { swrConfig } from '#web/lib/swr.ts'
import { Router } from '#web/router.tsx'
import { ToastHost } from '#web/ui/toast.tsx'
import { toasts } from '#web/ui/toaster.tsx'
import '#web/styles.css'
import { signedIn } from './data.ts'
import { type Answers, createServer } from './server.ts'

/** Answers what the test says. Each test has its own. */
export let server: ReturnType<typeof createServer>
/** Opens a screen of the app, as the admin of an organization unless the answers say otherwise. */
export let open: (path: string, answers?: Answers) => void

/** The app in the page. An error in the console, and a request without an answer, fail the test. */
export const test = base.extend('app', { auto: true }, async ({ task: _ }, { onCleanup }) => {
  const { fetch } = window
  const { error } = console
  const { href } = location
  const errors: unknown[][] = []
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  let opened = 0
  server = createServer()
  server.answer(signedIn)
  window.fetch = server.fetch
  console.error = (...parts) => void errors.push(parts)
  sessionBegan()
  // biome-ignore lint/suspicious/noDocumentCookie: What the server sets with a session.
  document.cookie = 'has-session=1'
  open = (path, answers = {}) => {
    server.answer(answers)
    history.replaceState(null, '', path)
    root.render(
      <SWRConfig key={opened++} value={swrConfig}>
        <BrowserRouter>
          <Router />
        </BrowserRouter>
        <ToastHost />
      </SWRConfig>,
    )
  }
  onCleanup(async () => {
    root.unmount()
    host.remove()
    toasts.end()
    history.replaceState(null, '', href)
    // Forgets what was read, and the requests that SWR would otherwise share with the next test.
    await mutate(() => true, undefined, { revalidate: true })
    const { cache } = SWRConfig.defaultValue
    for (const key of [...cache.keys()]) cache.delete(key)
    localStorage.clear()
    sessionStorage.clear()
    clearDrafts()
    window.fetch = fetch
    console.error = error
    expect(errors).toEqual([])
    expect(server.unanswered).toEqual([])
  })
})

export { expect, page }

export const button = (name: string | RegExp, place: LocatorSelectors = page, options = {}): Locator =>
  place.getByRole('button', { name, ...options })
export const region = (name: string): Locator => page.getByRole('region', { name, exact: true })
export const alert = (text: string): Locator => page.getByRole('alert').filter({ hasText: text })
export const toast = (title: string): Locator => page.getByRole('listitem').filter({ hasText: title })

/** A failure's title is a toast, and its reason is in place. */
export async function expectFailure(title: string, reason: string): Promise<void> {
  await expectVisible(toast(title))
  await expectVisible(alert(reason))
}

export const expectVisible = (locator: Locator): Promise<unknown> => expect.element(locator).toBeVisible()
export const expectHidden = (locator: Locator): Promise<unknown> =>
  expect.element(locator).not.toBeInTheDocument()

/** The texts of all elements. */
export const expectTexts = (locator: Locator, texts: readonly (string | RegExp)[]): Promise<void> =>
  expect
    .poll(() => locator.elements().map(({ textContent }) => textContent))
    .toEqual(texts.map((text) => (text instanceof RegExp ? expect.stringMatching(text) : text)))

/** On a screen of 360 px, with the browser's text larger. In pixels: how wide the page is, unless it says. */
export async function withLargeText(
  measure = (): number => document.documentElement.scrollWidth,
  percent = 150,
): Promise<number> {
  const root = document.documentElement
  await page.viewport(360, 800)
  root.style.fontSize = `${percent}%`
  const measured = measure()
  root.style.fontSize = ''
  await page.viewport(1440, 900)
  return measured
}

export const overflow = (dialog: Locator): number =>
  dialog.element().scrollWidth - dialog.element().clientWidth

export async function keys(text: string): Promise<void> {
  // The page is a frame, which has no focus until something in it is clicked.
  window.focus()
  await userEvent.keyboard(text)
}

/** Keeps timeouts of this length from ending by themselves. Fake timers would go on while an assertion waits. */
export function holdTimeouts(milliseconds: number) {
  const { setTimeout, clearTimeout } = window
  const held = new Map<number, () => void>()
  let last = 0
  const hold = (callback: () => void, delay?: number) => {
    if (delay !== milliseconds) return setTimeout(callback, delay)
    // The browser's IDs are positive.
    last -= 1
    held.set(last, callback)
    return last
  }
  window.setTimeout = Object.assign(hold, setTimeout)
  window.clearTimeout = (id) => {
    if (!held.delete(Number(id))) clearTimeout(id)
  }
  return {
    /** Ends the one that is held. */
    end: () => {
      Object.assign(window, { setTimeout, clearTimeout })
      expect(held.size).toBe(1)
      for (const callback of held.values()) callback()
    },
  }
}

/** Waits until the user can press the key there. */
export async function press(locator: Locator, key: string): Promise<void> {
  await expect.element(locator).toBeEnabled()
  locator.element().focus()
  await keys(key)
}
