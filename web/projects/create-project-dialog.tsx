import { useState } from 'react'
import { api, inBody } from '#web/lib/api-client.ts'
import { confirmed } from '#web/lib/attempt.ts'
import { refreshProjects } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { TokenCreatedDialog } from '#web/tokens/index.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type CreatedProject, createProjectSchema } from '#worker/projects/contract.ts'

type CreateProjectDialogProps = { organizationId: string; onClose: () => void }

export function CreateProjectDialog({ organizationId, onClose }: CreateProjectDialogProps) {
  const [created, setCreated] = useState<CreatedProject>()
  const { field, dialog } = useDialogForm({
    schema: createProjectSchema,
    defaultValues: { name: '', description: '' },
    draft: 'project 1',
    failure: 'Failed to create project',
    save: async (fields) => {
      try {
        const response = await confirmed(() => api.projects.$post(inBody(organizationId, fields)))
        if (!response) return
        setCreated(await response.json())
        toast.success('Project created')
      } finally {
        // It may have been created even if the reply was lost.
        void refreshProjects(organizationId)
      }
    },
  })
  if (created) return <ProjectKeyDialog project={created} onClose={onClose} />
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
        <TextField label="Project name" hint="For example Web shop." {...field('name')} maxLength={64} />
        <TextField label="Description" optional {...field('description')} maxLength={500} />
      </div>
    </FormDialog>
  )
}

type ProjectKeyDialogProps = { project: CreatedProject; onClose: () => void }

export const ProjectKeyDialog = ({ project: { name, apiKey }, onClose }: ProjectKeyDialogProps) => (
  <TokenCreatedDialog kind="key" token={{ name, token: apiKey }} onClose={onClose} />
)
