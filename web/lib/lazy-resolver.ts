import type { FieldValues, Resolver } from 'react-hook-form'

type Loaded<Fields extends FieldValues, Output> = { resolver: Resolver<Fields, unknown, Output> }

/**
 * A form resolver whose schema is fetched when the form is first touched or sent, not with the page: zod is a
 * fifth of what the sign-in page would weigh.
 */
export function lazyResolver<Fields extends FieldValues, Output>(
  load: () => Promise<Loaded<Fields, Output>>,
): Resolver<Fields, unknown, Output> {
  return async (values, context, options) => (await load()).resolver(values, context, options)
}
