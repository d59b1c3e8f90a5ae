import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'

const usageSchema = z.object({
  result: z.object({
    usedSize: z.number(),
    /** Buffers outside the heap. */
    backingStorageSize: z.number().default(0),
  }),
})

const INTERVAL = 100
const MEGABYTE = 1024 * 1024
/** Miniflare's name for the isolate of our Worker. */
const OURS = 'core:user:'

const targetsSchema = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string() }))

export type HeapWatch = { stop: () => Promise<{ peak: number; kept: number }> }

/**
 * Watches the heap of the Worker's isolate through its inspector. In MB: `peak` is the most that was used, with garbage that
 * V8 hadn't collected yet, and `kept` what a collection leaves at the end.
 */
export async function watchHeap(inspector: URL): Promise<HeapWatch> {
  const list = await fetch(new URL('/json', inspector.href.replace(/^ws/, 'http')))
  const target = targetsSchema.parse(await list.json()).find(({ id }) => id.startsWith(OURS))
  if (!target) throw new Error('The inspector has no Worker.')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error('The inspector is closed.'))
  })
  const waiting = new Map<number, (message: unknown) => void>()
  socket.onmessage = ({ data }) => {
    const message: unknown = JSON.parse(String(data))
    const { id } = z.object({ id: z.number().optional() }).parse(message)
    if (id !== undefined) waiting.get(id)?.(message)
  }
  let sent = 0
  const send = (method: string) =>
    new Promise<unknown>((resolve) => {
      const id = ++sent
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method }))
    })
  const read = async () => {
    const { usedSize, backingStorageSize } = usageSchema.parse(await send('Runtime.getHeapUsage')).result
    return (usedSize + backingStorageSize) / MEGABYTE
  }
  let peak = 0
  let isStopped = false
  const watching = (async () => {
    while (!isStopped) {
      peak = Math.max(peak, await read())
      await sleep(INTERVAL)
    }
  })()
  return {
    stop: async () => {
      isStopped = true
      await watching
      await send('HeapProfiler.collectGarbage')
      const kept = await read()
      socket.close()
      return { peak: Math.round(peak), kept: Math.round(kept) }
    },
  }
}
