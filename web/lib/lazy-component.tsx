import { type ComponentType, use } from 'react'
import { reloadOnce } from './reload-once.ts'

export type LazyComponent<Props = object> = ComponentType<Props> & {
  /** Rejects if the code doesn't load. */
  load: () => Promise<unknown>
  preload: () => Promise<void>
}

/** A chunk of its own. Once loaded, it renders at once: React's `lazy` would show the fallback first. */
export function lazyComponent<Props extends object = object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loading: Promise<unknown> | undefined
  let rendered: Promise<ComponentType<Props>> | undefined
  const load = () => {
    loading ??= importComponent().then(
      (component) => {
        rendered = fulfilled(component)
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Lazy(props: Props) {
    // A rejected promise stays: React renders again to show the error.
    rendered ??= importComponent().catch(reloadOnce)
    const Component = use(rendered)
    return <Component {...props} />
  }
  return Object.assign(Lazy, {
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
