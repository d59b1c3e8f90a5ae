import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

type Loaded<Fields extends FieldValues, Output> = { resolver: Resolver<Fields, unknown, Output> }

/**
 * A form resolver whose schema is fetched when the form is first touched or sent, not with the page: zod is a
 * fifth of what the sign-in page would weigh. A fetch that fails is an error of the form's `root`.
 */
export function lazyResolver<Fields extends FieldValues, Output>(
  load: () => Promise<Loaded<Fields, Output>>,
): Resolver<Fields, unknown, Output> {
  return async (values, context, options) => {
    const loaded = await load().catch(() => undefined)
    if (loaded) return await loaded.resolver(values, context, options)
    return { values: {}, errors: unreachable<Fields>() }
  }
}

// react-hook-form types `root` for nested errors only; a plain one is what formState.errors.root shows.
function unreachable<Fields extends FieldValues>(): FieldErrors<Fields> {
  const root = {
    type: 'network',
    message: 'Unable to connect. Check your connection and try again, or reload the page.',
  }
  return { root } as unknown as FieldErrors<Fields>
}

/** Fetches ahead of use; a failure shows itself at the use. */
export function warm(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
