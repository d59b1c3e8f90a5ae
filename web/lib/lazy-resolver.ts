import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

export function lazyResolver<Fields extends FieldValues, Output>(
  load: () => Promise<Resolver<Fields, unknown, Output>>,
): Resolver<Fields, unknown, Output> {
  return async (values, context, options) => {
    const resolver = await load().catch(() => undefined)
    if (resolver) return await resolver(values, context, options)
    return { values: {}, errors: unreachable<Fields>() }
  }
}

// react-hook-form types `root` for nested errors only, but formState.errors.root shows a plain one.
function unreachable<Fields extends FieldValues>(): FieldErrors<Fields> {
  const root = {
    type: 'network',
    message: 'Unable to connect. Check your connection and try again, or reload the page.',
  }
  return { root } as unknown as FieldErrors<Fields>
}

export function preload(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
