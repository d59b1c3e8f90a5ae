import { type ComponentType, useEffect, useState } from 'react'
import { type Control, Controller, type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { errorText } from '#web/lib/api-error.ts'
import { lazyResolver, preload } from '#web/lib/lazy-resolver.ts'
import { useSettings } from '#web/lib/swr.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { Form, FormError } from '#web/ui/form.tsx'
import { controlClass, Input } from '#web/ui/input.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { DialCodePickerProps } from './dial-code-picker.tsx'
import { EmailField } from './email-field.tsx'
import { GoogleLink } from './google-link.tsx'
import type { Invited } from './invitation-banner.tsx'
import { type SentEmail, sendEmail } from './sent-email.ts'
import { defaultDial, joinPhone, type SignUpFields } from './sign-up-fields.ts'

const loadResolver = async () => (await import('./resolvers.ts')).signUpResolver
const loadRecaptcha = () => import('./recaptcha.ts')

type EmailStepProps = {
  invited: Invited
  takesFocus: boolean
  onTouch: () => void
  onSent: (sent: SentEmail) => Promise<void>
}

export function SignUpEmailStep({ invited, takesFocus, onTouch, onSent }: EmailStepProps) {
  const { data: settings } = useSettings()
  const siteKey = settings?.recaptchaSiteKey
  const form = useForm<SignUpFields>({
    resolver: lazyResolver(loadResolver),
    defaultValues: { email: invited.email ?? '', dial: defaultDial, phone: '', terms: false },
  })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => {
    if (takesFocus) setFocus('email')
  }, [takesFocus, setFocus])

  const touch = () => {
    preload(loadResolver)
    onTouch()
    if (siteKey) preload(async () => (await loadRecaptcha()).preloadRecaptcha(siteKey))
  }
  const submit = form.handleSubmit(async ({ email, dial, phone }) => {
    try {
      const sent = { email, phoneNumber: joinPhone(dial.code, phone) }
      const { isReturning } = await sendEmail(sent, { siteKey, invitation: invited.token })
      toast.success(isReturning ? 'Welcome back!' : 'Verification email sent')
      await onSent(sent)
    } catch (error) {
      const reason = errorText(error, 'Registration failed')
      form.setError('root', { message: reason })
    }
  })

  return (
    <>
      <StepHeading level={1} title="Create your account">
        {invited.email === null ? <p>Free for up to 100 validations a month. No card needed.</p> : null}
      </StepHeading>
      <Form aria-label="Sign up" onFocus={touch} onSubmit={submit} className="mt-5 space-y-4">
        <EmailField
          {...form.register('email')}
          isInvited={invited.email !== null}
          error={errors.email?.message}
        />
        <PhoneField control={form.control} input={form.register('phone')} error={errors.phone?.message} />
        <Controller
          control={form.control}
          name="terms"
          render={({ field }) => (
            <Checkbox
              ref={field.ref}
              name={field.name}
              label={
                <>
                  I agree to the <LegalLink href="/terms">terms of service</LegalLink> and{' '}
                  <LegalLink href="/privacy">privacy policy</LegalLink>
                </>
              }
              checked={field.value}
              onCheckedChange={field.onChange}
              required
              error={errors.terms?.message}
            />
          )}
        />
        <FormError title="Registration failed" reason={errors.root?.message} />
        <Button type="submit" size="lg" className="w-full" pending={isSubmitting} pendingLabel="Sending...">
          Continue
        </Button>
      </Form>
      <GoogleLink invitation={invited.token} />
      {siteKey ? <RecaptchaNotice /> : null}
    </>
  )
}

/** In another tab, so that what was typed stays. */
const LegalLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className="underline hover:text-ink">
    {children}
  </a>
)

function RecaptchaNotice() {
  return (
    <>
      <style href="recaptcha-badge" precedence="default">
        {'.grecaptcha-badge { visibility: hidden }'}
      </style>
      <p className="mt-5 text-faint text-sm">
        Protected by reCAPTCHA; Google's{' '}
        <a className="underline hover:text-ink" href="https://policies.google.com/privacy">
          Privacy Policy
        </a>{' '}
        and{' '}
        <a className="underline hover:text-ink" href="https://policies.google.com/terms">
          Terms of Service
        </a>{' '}
        apply.
      </p>
    </>
  )
}

type PhoneFieldProps = {
  control: Control<SignUpFields>
  input: UseFormRegisterReturn<'phone'>
  error: string | undefined
}

function PhoneField({ control, input, error }: PhoneFieldProps) {
  const Picker = usePicker()
  return (
    <Field label="Phone" optional error={error}>
      <div className="flex gap-2">
        <Controller
          control={control}
          name="dial"
          render={({ field: { value, onChange } }) => (
            <div className="w-28 shrink-0">
              {Picker ? (
                <Picker value={value} onChange={onChange} />
              ) : (
                <span className={cx(controlClass, 'flex items-center text-muted tabular')}>{value.code}</span>
              )}
            </div>
          )}
        />
        <Input {...input} type="tel" autoComplete="tel" placeholder="Phone number" />
      </div>
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
