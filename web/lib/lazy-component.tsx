import { type ComponentType, type ReactNode, Suspense, use } from 'react'
import { reloadOnce } from '#web/ui/reload-once.ts'

export type LazyComponent<Props = object> = ComponentType<Props> & {
  /** Rejects if the code doesn't load. */
  load: () => Promise<unknown>
  preload: () => Promise<void>
}

/**
 * A chunk of its own. Once loaded, it renders at once: React's `lazy` would show the fallback first. Without a fallback, what
 * is around it shows one.
 */
export function lazyComponent<Props extends object = object>(
  importComponent: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): LazyComponent<Props> {
  let loading: Promise<unknown> | undefined
  let rendered: Promise<ComponentType<Props>> | undefined
  const load = () => {
    loading ??= importComponent().then(
      (component) => {
        rendered ??= fulfilled(component)
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Loaded(props: Props) {
    // A rejected promise stays: React renders again to show the error.
    rendered ??= importComponent().catch(reloadOnce)
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
    preload: () =>
      load().then(
        () => undefined,
        () => undefined,
      ),
  })
}

/** React's `use` returns the value of such a promise at once. */
const fulfilled = <Value,>(value: Value) =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
