import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { lazyComponent } from '#web/lib/lazy-component.tsx'

test('shows a part without a warning if its preloading ends while it is rendered', async () => {
  const errors = vi.spyOn(console, 'error')
  const importPart = vi.fn(async () => {
    if (importPart.mock.calls.length === 1) void Lazy.preload()
    return () => 'A part'
  })
  const Lazy = lazyComponent(importPart)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  startTransition(() => root.render(<Lazy />))
  await expect.element(page.getByText('A part')).toBeVisible()
  root.unmount()
  host.remove()
  expect(errors).not.toHaveBeenCalled()
})
