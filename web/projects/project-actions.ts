import { api, organizationHeader, pathParam } from '#web/lib/api-client.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { queries } from '#web/lib/queries.ts'
import { refreshProjects, updateOptimistically } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { CreatedProject, Project } from '#worker/projects/contract.ts'

const inProject = (organizationId: string, { id }: Project) => ({
  header: organizationHeader(organizationId),
  param: { projectId: pathParam(id) },
})

export async function replaceKey(
  organizationId: string,
  project: Project,
): Promise<CreatedProject | undefined> {
  const replaced = await attempt('Failed to replace project key', async () => {
    const response = await confirmed(() =>
      api.projects[':projectId'].key.$post(inProject(organizationId, project)),
    )
    if (!response) return
    const created = await response.json()
    toast.success('Project key replaced', { description: `${project.name} has a new key.` })
    return created
  })
  await refreshProjects(organizationId)
  return replaced
}

export const deleteProject = (organizationId: string, project: Project) =>
  attempt('Failed to delete project', async () => {
    const call = api.projects[':projectId'].$delete(inProject(organizationId, project))
    await updateOptimistically(queries.projects(organizationId), call, (projects) =>
      projects.filter(({ id }) => id !== project.id),
    )
    toast.success('Project deleted', { description: `The key of ${project.name} no longer works.` })
  })
