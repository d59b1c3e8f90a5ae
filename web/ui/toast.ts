import { type ToastRequest, toastQueue } from './toast-queue.ts'

type ToastOptions = { description?: string }

const show =
  (tone: ToastRequest['tone']) =>
  (title: string, options: ToastOptions = {}) =>
    toastQueue.add({ tone, title, description: options.description })

/** Short messages at the edge of the screen; the library that draws them is fetched at the first one. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }
