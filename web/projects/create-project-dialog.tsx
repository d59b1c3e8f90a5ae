import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { api, organizationHeader } from '#web/lib/api-client.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { refreshProjects } from '#web/lib/swr.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { type CreatedProject, type CreateProject, createProjectSchema } from '#worker/projects/contract.ts'

type CreateProjectDialogProps = {
  organizationId: string
  onClose: () => void
  onCreated: (project: CreatedProject) => void
}

const isField = (path: string | undefined) => path === 'name' || path === 'description'

export function CreateProjectDialog({ organizationId, onClose, onCreated }: CreateProjectDialogProps) {
  const form = useForm<CreateProject>({
    resolver: zodResolver(createProjectSchema),
    defaultValues: { name: '', description: '' },
  })
  const { errors, isSubmitting } = form.formState
  const isSending = useRef(false)

  const create = async ({ name, description }: CreateProject) => {
    if (isSending.current) return
    isSending.current = true
    try {
      const response = await api.projects.$post({
        header: organizationHeader(organizationId),
        json: { name, description },
      })
      onCreated(await response.json())
      toast.success('Project created')
      await refreshProjects(organizationId)
    } catch (error) {
      const detail = error instanceof ApiError ? error.details[0] : undefined
      if (detail && isField(detail.path)) {
        form.setError(detail.path === 'name' ? 'name' : 'description', { message: detail.message })
      }
      toast.error('Failed to create project', { description: errorText(error) })
    } finally {
      isSending.current = false
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting) onClose()
      }}
      title="New Project"
      description="A project has its own API key, and its calls are counted separately."
      onSubmit={() => void form.handleSubmit(create)()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" pending={isSubmitting} pendingLabel="Creating...">
            Create Project
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Field label="Project name" hint="For example Web shop." error={errors.name?.message}>
          {(control) => (
            <Input {...control} {...form.register('name')} autoComplete="off" data-1p-ignore maxLength={64} />
          )}
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('description')}
              autoComplete="off"
              data-1p-ignore
              maxLength={500}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
