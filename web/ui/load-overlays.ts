import { useEffect, useEffectEvent, useState } from 'react'
import { reloadOnce } from './reload-once.ts'
import { toast } from './toast.tsx'

export type Overlays = typeof import('./overlays.ts')

let loaded: Overlays | undefined
let loading: Promise<Overlays> | undefined

function load(): Promise<Overlays> {
  loading ??= import('./overlays.ts').then(
    (overlays) => {
      loaded = overlays
      return overlays
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

export const preloadOverlays = (): void => void load().catch(() => undefined)

/** For what has been opened. If the code doesn't load, a toast says so, and the result is undefined. */
export async function loadOverlays(): Promise<Overlays | undefined> {
  try {
    return await load().catch(reloadOnce)
  } catch {
    reportNotLoaded()
    return undefined
  }
}

export const reportNotLoaded = (): void =>
  toast.error("Part of this page didn't load", { description: 'Check your connection and try again.' })

export function useOverlays(onFailure?: () => void): Overlays | undefined {
  const [overlays, setOverlays] = useState(loaded)
  const fail = useEffectEvent(() => onFailure?.())
  useEffect(() => {
    if (overlays) return
    void loadOverlays().then((result) => (result ? setOverlays(result) : fail()))
  }, [overlays])
  return overlays
}

export function openedOverlays(): Overlays {
  if (!loaded) throw new Error('A part of a menu is outside of a menu')
  return loaded
}
