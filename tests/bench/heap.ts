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

type Inspector = {
  /** In MB: what is used, with garbage that V8 hasn't collected yet. */
  used: () => Promise<number>
  /** In MB, after a collection. */
  kept: () => Promise<number>
  close: () => void
}

/** Opens the inspector of the isolate whose name starts with `name`. */
export async function openInspector(inspector: URL, name: string): Promise<Inspector> {
  const list = await fetch(new URL('/json', inspector.href.replace(/^ws/, 'http')))
  const target = targetsSchema.parse(await list.json()).find(({ id }) => id.startsWith(name))
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
  const used = async () => {
    const { usedSize, backingStorageSize } = usageSchema.parse(await send('Runtime.getHeapUsage')).result
    return (usedSize + backingStorageSize) / MEGABYTE
  }
  return {
    used,
    kept: async () => {
      await send('HeapProfiler.collectGarbage')
      return await used()
    },
    close: () => socket.close(),
  }
}

export type HeapWatch = { stop: () => Promise<{ peak: number; kept: number }> }

/** In MB: `peak` is the most that was used, with garbage, and `kept` what a collection leaves at the end. */
export async function watchHeap(url: URL): Promise<HeapWatch> {
  const inspector = await openInspector(url, OURS)
  let peak = 0
  let isStopped = false
  const watching = (async () => {
    while (!isStopped) {
      peak = Math.max(peak, await inspector.used())
      await sleep(INTERVAL)
    }
  })()
  return {
    stop: async () => {
      isStopped = true
      await watching
      const kept = await inspector.kept()
      inspector.close()
      return { peak: Math.round(peak), kept: Math.round(kept) }
    },
  }
}
