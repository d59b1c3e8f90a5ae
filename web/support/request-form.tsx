import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useState } from 'react'
import { Controller, type FieldErrors, useForm, useWatch } from 'react-hook-form'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { readDraft, saveDraft } from '#web/lib/draft.ts'
import { fieldsOf, parseJson } from '#web/lib/parse-json.ts'
import { useOrganizationId, useSettings } from '#web/lib/swr.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form, FormError } from '#web/ui/form.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextareaField, TextField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import {
  categoryNames,
  MAX_SUBJECT_LENGTH,
  priorityNames,
  type SubmitFields,
  type SubmitRequest,
  submitSchema,
  supportCategories,
  supportPriorities,
} from '#worker/support/contract.ts'
import { MessageLength } from './messages.tsx'
import { submitRequest } from './support-actions.ts'

type RequestDraft = Omit<SubmitFields, 'category'> & {
  category?: SubmitFields['category'] | undefined
}

const emptyRequest: RequestDraft = {
  subject: '',
  category: undefined,
  priority: 'normal',
  message: '',
}

const keyOf = (userId: number) => `support request 1 ${userId}`

/** The version in the key changes with the fields, so that others are never read. */
const readRequestDraft = (userId: number): RequestDraft => ({
  ...emptyRequest,
  ...fieldsOf(parseJson(readDraft(keyOf(userId)))),
})

const categories = supportCategories.map((value) => ({ value, label: categoryNames[value] }))
const priorities = supportPriorities.map((value) => ({ value, label: priorityNames[value] }))

const requiredFields = ['subject', 'category', 'message'] as const
const resolver = zodResolver<RequestDraft, unknown, SubmitRequest>(submitSchema)

/** Give it the user's id as key. */
export function RequestForm({ userId, onSubmitted }: { userId: number; onSubmitted: () => void }) {
  const organizationId = useOrganizationId()
  const { data: settings } = useSettings()
  const [draft] = useState(() => readRequestDraft(userId))
  const [failure, setFailure] = useState<{ title: string; reason: string }>()
  const form = useForm<RequestDraft, unknown, SubmitRequest>({
    resolver,
    defaultValues: draft,
  })
  const { errors } = form.formState
  const message = useWatch({ control: form.control, name: 'message' })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(keyOf(userId), JSON.stringify(values)),
      }),
    [form, userId],
  )

  const { submit, isPending } = useSingleSubmit(async (fields: SubmitRequest) => {
    setFailure(undefined)
    try {
      await submitRequest(organizationId, fields)
      form.reset(emptyRequest)
      saveDraft(keyOf(userId), '')
      onSubmitted()
    } catch (error) {
      const detail = error instanceof ApiError ? error.details[0] : undefined
      const field = requiredFields.find((name) => name === detail?.path)
      if (field && detail) form.setError(field, { message: detail.message })
      setFailure({
        title: 'Failed to submit request',
        reason: `${sentence(errorText(error, 'Something went wrong.'))} Please try again or contact us directly at ${settings?.supportEmail ?? 'our email address'}`,
      })
    }
  })
  const refuse = (invalid: FieldErrors<RequestDraft>) => {
    const isMissing = requiredFields.some((name) => invalid[name] && !form.getValues(name)?.trim())
    setFailure(
      isMissing
        ? {
            title: 'Please fill in all required fields',
            reason: 'Subject, category, and message are required.',
          }
        : undefined,
    )
  }

  return (
    <Card title="Submit a Request" description="We reply by email and here.">
      <Form onSubmit={form.handleSubmit(submit, refuse)}>
        <CardContent className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={<Required>Subject</Required>}
            error={errors.subject?.message}
            fieldClassName="sm:col-span-2"
            {...form.register('subject')}
            aria-required
            maxLength={MAX_SUBJECT_LENGTH}
            autoComplete="off"
          />
          <Field label={<Required>Category</Required>} error={errors.category?.message}>
            <Controller
              control={form.control}
              name="category"
              render={({ field }) => (
                <Select
                  ref={field.ref}
                  options={categories}
                  value={field.value ?? ''}
                  onValueChange={field.onChange}
                  placeholder="Select a category"
                />
              )}
            />
          </Field>
          <Field label="Priority" error={errors.priority?.message}>
            <Controller
              control={form.control}
              name="priority"
              render={({ field }) => (
                <Select
                  ref={field.ref}
                  options={priorities}
                  value={field.value ?? 'normal'}
                  onValueChange={field.onChange}
                />
              )}
            />
          </Field>
          <TextareaField
            label={<Required>Message</Required>}
            hint="What did you do, what did you expect, and what happened? Leave out passwords and API tokens."
            error={errors.message?.message}
            aside={<MessageLength text={message} />}
            fieldClassName="sm:col-span-2"
            {...form.register('message')}
            aria-required
            rows={7}
          />
        </CardContent>
        {failure ? (
          <div className="px-5 pb-5">
            <FormError {...failure} />
          </div>
        ) : null}
        <CardFooter className="justify-between">
          <p className="min-w-0 flex-1 basis-60 text-muted text-sm">
            Admins of your organization can download its support requests.
          </p>
          <Button type="submit" pending={isPending} pendingLabel="Submitting..." className="max-sm:w-full">
            Submit Request
          </Button>
        </CardFooter>
      </Form>
    </Card>
  )
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function Required({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <span aria-hidden className="text-invalid">
        *
      </span>
    </>
  )
}
