import { afterEach, beforeEach, expect, test } from 'vitest'
import { toast, toastQueue } from '#web/ui/toast.ts'

let shown: string[] = []
let detach = () => {}

const attach = () => {
  detach = toastQueue.attach({
    show: ({ title }) => {
      shown.push(title)
      return title
    },
    dismiss: (id) => {
      shown = shown.filter((title) => title !== id)
    },
  })
}

beforeEach(() => {
  shown = []
  toastQueue.showScreen('/tokens')
  attach()
})
afterEach(() => {
  // Ends what the test has left.
  toastQueue.showScreen('/gone')
  toastQueue.showScreen('/far')
  detach()
})

test('ends with its screen', () => {
  toast.success('Token deleted')
  toast.error('Failed to delete token')
  toastQueue.showScreen('/tokens')
  expect(shown).toEqual(['Token deleted', 'Failed to delete token'])
  toastQueue.showScreen('/activity')
  expect(shown).toEqual([])
})

test('about leaving a screen is shown on the next one, and ends with that', () => {
  toast.success('Batch deleted', { onNextScreen: true })
  toast.success('Token deleted')
  toastQueue.showScreen('/batches')
  expect(shown).toEqual(['Batch deleted'])
  toastQueue.showScreen('/activity')
  expect(shown).toEqual([])
})

test('waits for its code, unless its screen is left before', () => {
  detach()
  toast.success('Token deleted')
  toast.success('Batch deleted', { onNextScreen: true })
  toastQueue.showScreen('/batches')
  attach()
  expect(shown).toEqual(['Batch deleted'])
  toastQueue.showScreen('/activity')
  expect(shown).toEqual([])
})
