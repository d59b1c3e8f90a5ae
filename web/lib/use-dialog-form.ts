import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { ApiError, errorText } from './api-error.ts'
import { useRescue } from './use-rescue.ts'

type Form<Fields extends FieldValues, Output> = UseFormReturn<Fields, unknown, Output>

type DialogForm<Fields extends FieldValues, Output extends FieldValues> = {
  schema: z.ZodType<Output, Fields>
  defaultValues: DefaultValues<Fields>
  /** For `useRescue`. Another version for other fields. */
  draft?: string
  failure?: string
  /** The field that every failure is about, or this one. */
  failureField?: Path<Fields> | ((error: unknown) => Path<Fields> | undefined)
  onInvalid?: (errors: FieldErrors<Fields>, form: Form<Fields, Output>) => void
  save: (fields: Output, form: Form<Fields, Output>) => Promise<unknown>
}

/** For a control that isn't an input. */
type Choice<Value> = { value: Value; onValueChange: (value: Value) => void }

/** The form of a `FormDialog`, which gets `dialog`. What the server says about a field is shown there. */
export function useDialogForm<Fields extends FieldValues, Output extends FieldValues>({
  schema,
  defaultValues,
  draft,
  failure = '',
  failureField,
  onInvalid,
  save,
}: DialogForm<Fields, Output>) {
  const { rescued, rescue } = useRescue<DefaultValues<Fields>>(draft)
  const form = useForm<Fields, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: { ...defaultValues, ...rescued },
  })
  const { errors } = form.formState
  const { submit, isPending } = useSingleSubmit(async (fields: Output) => {
    try {
      await save(fields, form)
    } catch (error) {
      rescue(error, form.getValues() as DefaultValues<Fields>)
      const failed = typeof failureField === 'function' ? failureField(error) : failureField
      if (failed) {
        form.setError(failed, { message: errorText(error) })
        form.setFocus(failed, { shouldSelect: true })
        return form.setError('root', { message: '' })
      }
      const details = error instanceof ApiError ? error.details : []
      const named = details.filter(({ path }) => path in form.getValues())
      for (const [index, { path, message }] of named.entries())
        form.setError(path as Path<Fields>, { message }, { shouldFocus: index === 0 })
      form.setError('root', { message: named.length > 0 ? '' : errorText(error) })
    }
  })
  const dialog = {
    isPending,
    error: { title: failure, reason: errors.root?.message },
    onSubmit: () => void form.handleSubmit(submit, (invalid) => onInvalid?.(invalid, form))(),
  }
  const field = (name: Path<Fields>) => ({
    autoComplete: 'off',
    ...form.register(name),
    error: form.getFieldState(name, form.formState).error?.message,
  })
  const choice = <Name extends Path<Fields>>(name: Name): Choice<PathValue<Fields, Name>> => ({
    value: form.watch(name),
    onValueChange: (value) =>
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
  })
  return { form, errors, field, choice, dialog }
}

/** The factor that was wrong. */
export function failedFactor(error: unknown): 'password' | 'code' | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'WRONG_PASSWORD') return 'password'
  return error.code === 'WRONG_TWO_FACTOR_CODE' ? 'code' : undefined
}
