import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { reportNotLoaded } from '#web/ui/load-overlays.ts'
import { LoadingLayer } from '#web/ui/loading-layer.tsx'
import { reloadOnce } from '#web/ui/reload-once.ts'
import { type LazyComponent, lazyComponent } from './lazy-component.tsx'

type Closable = { onClose: (isConfirmed: boolean) => void }

/** A dialog with a chunk of its own. If that doesn't load, a toast says so, and the dialog closes. */
export function lazyDialog<Props extends Closable>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const Loaded = lazyComponent(importComponent, null)
  function LazyDialog(props: Props) {
    const [isLoaded, setLoaded] = useState(false)
    const close = useEffectEvent(() => props.onClose(false))
    useEffect(() => {
      const fail = () => {
        reportNotLoaded()
        close()
      }
      Loaded.load()
        .catch(reloadOnce)
        .then(() => setLoaded(true), fail)
    }, [])
    return isLoaded ? <Loaded {...props} /> : <LoadingLayer onClose={() => props.onClose(false)} />
  }
  return Object.assign(LazyDialog, { load: Loaded.load, preload: Loaded.preload })
}
