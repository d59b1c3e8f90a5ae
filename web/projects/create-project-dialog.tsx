import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { api, organizationHeader } from '#web/lib/api-client.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { refreshProjects } from '#web/lib/swr.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
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
  const { errors } = form.formState

  const { submit, isPending } = useSingleSubmit(async ({ name, description }: CreateProject) => {
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
      const isNamed = detail !== undefined && isField(detail.path)
      if (isNamed) {
        form.setError(detail.path === 'name' ? 'name' : 'description', { message: detail.message })
      }
      form.setError('root', { message: isNamed ? '' : errorText(error) })
    }
  })

  return (
    <FormDialog
      title="New Project"
      description="A project has its own API key and call count."
      submitLabel="Create Project"
      pendingLabel="Creating..."
      isPending={isPending}
      error={{ title: 'Failed to create project', reason: errors.root?.message }}
      onSubmit={() => void form.handleSubmit(submit)()}
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField
          label="Project name"
          hint="For example Web shop."
          error={errors.name?.message}
          {...form.register('name')}
          autoComplete="off"
          data-1p-ignore
          maxLength={64}
        />
        <TextField
          label="Description"
          optional
          error={errors.description?.message}
          {...form.register('description')}
          autoComplete="off"
          data-1p-ignore
          maxLength={500}
        />
      </div>
    </FormDialog>
  )
}
