import { type ComponentType, useEffect, useState } from 'react'
import type { Control, UseFormRegisterReturn } from 'react-hook-form'
import { Controller } from 'react-hook-form'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { controlClass, Input } from '#web/ui/input.tsx'
import type { DialCodePickerProps } from './dial-code-picker.tsx'
import type { SignUpFields } from './sign-up-fields.ts'

type PhoneFieldProps = {
  control: Control<SignUpFields>
  input: UseFormRegisterReturn<'phone'>
  error: string | undefined
}

export function PhoneField({ control, input, error }: PhoneFieldProps) {
  const Picker = usePicker()
  return (
    <Field label="Phone" optional error={error}>
      {(field) => (
        <div className="flex gap-2">
          <Controller
            control={control}
            name="dial"
            render={({ field: { value, onChange } }) => (
              <div className="w-28 shrink-0">
                {Picker ? (
                  <Picker value={value} onChange={onChange} />
                ) : (
                  <span className={cx(controlClass, 'flex items-center text-muted tabular')}>
                    {value.code}
                  </span>
                )}
              </div>
            )}
          />
          <Input {...field} {...input} type="tel" autoComplete="tel" placeholder="Phone number" />
        </div>
      )}
    </Field>
  )
}

function usePicker(): ComponentType<DialCodePickerProps> | undefined {
  const [picker, setPicker] = useState<{ DialCodePicker: ComponentType<DialCodePickerProps> }>()
  useEffect(() => {
    import('./dial-code-picker.tsx').then(setPicker, () => undefined)
  }, [])
  return picker?.DialCodePicker
}
