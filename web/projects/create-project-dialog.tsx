import { api, organizationHeader } from '#web/lib/api-client.ts'
import { confirmed } from '#web/lib/confirmation.ts'
import { refreshProjects } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type CreatedProject, createProjectSchema } from '#worker/projects/contract.ts'

type CreateProjectDialogProps = {
  organizationId: string
  onClose: () => void
  onCreated: (project: CreatedProject) => void
}

export function CreateProjectDialog({ organizationId, onClose, onCreated }: CreateProjectDialogProps) {
  const { field, dialog } = useDialogForm({
    schema: createProjectSchema,
    defaultValues: { name: '', description: '' },
    draft: 'project 1',
    failure: 'Failed to create project',
    save: async ({ name, description }) => {
      const response = await confirmed(() =>
        api.projects.$post({ header: organizationHeader(organizationId), json: { name, description } }),
      )
      if (!response) return
      onCreated(await response.json())
      toast.success('Project created')
      await refreshProjects(organizationId)
    },
  })

  return (
    <FormDialog
      title="New Project"
      description="A project has its own key and call count."
      submitLabel="Create Project"
      pendingLabel="Creating..."
      {...dialog}
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField
          label="Project name"
          hint="For example Web shop."
          {...field('name')}
          autoComplete="off"
          maxLength={64}
        />
        <TextField
          label="Description"
          optional
          {...field('description')}
          autoComplete="off"
          maxLength={500}
        />
      </div>
    </FormDialog>
  )
}
