import { type ComponentType, type ReactNode, Suspense, use } from 'react'
import { reloadOnce } from '#web/ui/reload-once.ts'

export type LazyComponent<Props = object> = ComponentType<Props> & {
  /** Rejects if the code doesn't load. */
  load: () => Promise<void>
  preload: () => Promise<void>
}

/** `forget` lets the part load when it is rendered again. */
export class NotLoaded extends Error {
  readonly forget: () => void
  constructor(cause: unknown, forget: () => void) {
    super("A part of the page didn't load", { cause })
    this.forget = forget
  }
}

/**
 * A chunk of its own. Once loaded, it renders at once: React's `lazy` would show the fallback first. Without a fallback, what
 * is around it shows one.
 */
export function lazyComponent<Props extends object = object>(
  importComponent: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): LazyComponent<Props> {
  let rendered: Promise<ComponentType<Props>> | undefined
  const load = async () => {
    const loaded = await importComponent()
    // A component that waits for a promise must be given the same one when it is rendered again.
    rendered ??= fulfilled(loaded)
  }
  function Loaded(props: Props) {
    // A rejected promise stays until its error is shown: React renders again to show it.
    rendered ??= importComponent()
      .catch(reloadOnce)
      .catch((error: unknown) => {
        throw new NotLoaded(error, () => {
          rendered = undefined
        })
      })
    const Component = use(rendered)
    return <Component {...props} />
  }
  const WithFallback = (props: Props) => (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  )
  return Object.assign(fallback === undefined ? Loaded : WithFallback, {
    load,
    preload: () => load().catch(() => undefined),
  })
}

/** React's `use` returns the value of such a promise at once. */
const fulfilled = <Value,>(value: Value) =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
