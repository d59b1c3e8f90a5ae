import { toast as sonner } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endToasts, toast } from '#web/ui/toast.tsx'

/** Of other test files, which share Sonner. */
const others = new Set<number | string>()

beforeEach(() => {
  for (const { id } of sonner.getToasts()) others.add(id)
  vi.stubGlobal('requestAnimationFrame', vi.fn().mockReturnValue(0))
})
afterEach(() => {
  sonner.dismiss()
  vi.unstubAllGlobals()
})

const shown = () =>
  sonner
    .getToasts()
    .filter(({ id }) => !others.has(id))
    .map((each) => 'title' in each && each.title)

test('replaces the one before, and ends with its screen', async () => {
  toast.success('Token deleted')
  toast.error('Failed to delete token')
  await expect.poll(shown).toEqual(['Failed to delete token'])
  // The first one isn't rendered before the next frame, so ending it earlier would miss it.
  expect(requestAnimationFrame).toHaveBeenCalled()
  endToasts()
  await expect.poll(shown).toEqual([])
})

test('about leaving a screen is shown on the next one, and ends with that', async () => {
  toast.success('Batch deleted', { onNextScreen: true })
  endToasts()
  await expect.poll(shown).toEqual(['Batch deleted'])
  endToasts()
  await expect.poll(shown).toEqual([])
})
