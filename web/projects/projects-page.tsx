import { CircleX, Clock3, FolderKey, KeyRound, ListTree, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { pathWith } from '#web/lib/page-params.ts'
import { useProjects } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { OrganizationTab, permissionsIn } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import { ActionsMenu } from '#web/ui/actions-menu.tsx'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { IconBadge } from '#web/ui/badge.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { MenuItem } from '#web/ui/dropdown-menu.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import type { Project } from '#worker/projects/contract.ts'
import { CreateProjectDialog, ProjectKeyDialog } from './create-project-dialog.tsx'
import { deleteProject, replaceKey } from './project-actions.ts'

type ProjectsCardProps = { organizationId: string; canManage: boolean }

export function ProjectsPage() {
  return (
    <OrganizationTab>
      {(organization) => (
        <ProjectsCard
          organizationId={organization.id}
          canManage={permissionsIn(organization).manageProjects}
        />
      )}
    </OrganizationTab>
  )
}

function ProjectsCard({ organizationId, canManage }: ProjectsCardProps) {
  const { data: projects, ...read } = useProjects()

  const content = () => {
    if (read.error) return <LoadError title="Failed to load projects" {...read} />
    if (!projects) return <LoadingRows count={1} label="Loading projects" />
    if (projects.length === 0) {
      return (
        <EmptyState
          icon={<FolderKey />}
          title="No projects yet"
          description="Give a system or a customer its own key, and see how many calls it makes."
          className="py-10"
        />
      )
    }
    return (
      <ul tabIndex={-1} aria-label="Projects" className="divide-y divide-line">
        {projects.map((project) => (
          <ProjectRow
            key={project.id}
            organizationId={organizationId}
            project={project}
            canManage={canManage}
          />
        ))}
      </ul>
    )
  }

  return (
    <Card
      title="Projects"
      description="Each project has its own key and call count."
      action={
        canManage ? (
          <DialogButton
            variant="secondary"
            icon={<Plus />}
            dialog={(close) => <CreateProjectDialog organizationId={organizationId} onClose={close} />}
          >
            New Project
          </DialogButton>
        ) : null
      }
      aria-busy={read.isLoading}
    >
      <CardContent className="px-0 pt-2 pb-2">{content()}</CardContent>
    </Card>
  )
}

function KeyEnd({ at }: { at: string }) {
  if (Date.parse(at) <= Date.now())
    return <IconBadge look={{ tone: 'invalid', word: 'Key revoked', Icon: CircleX }} />
  return (
    <span className="flex items-center gap-1.5 text-sm text-unsure">
      <Clock3 className="size-3.5 shrink-0" />
      <span>
        Key stops working <Time value={at} />
      </span>
    </span>
  )
}

type ProjectRowProps = ProjectsCardProps & { project: Project }

function ProjectRow({ organizationId, project, canManage }: ProjectRowProps) {
  const [dialog, setDialog] = useState<ReactNode>(null)
  const { name, description, usedCount, key } = project
  const close = () => setDialog(null)
  const replace = async () => {
    const replaced = await replaceKey(organizationId, project)
    setDialog(replaced && <ProjectKeyDialog project={replaced} onClose={close} />)
  }
  const askToReplace = () =>
    setDialog(
      <AlertDialog
        onClose={close}
        title="Create New Project Key"
        description={
          <>
            The current key of <strong>{name}</strong> stops working immediately. Its calls stay counted.
          </>
        }
        confirmLabel="Create New Key"
        pendingLabel="Creating..."
        onConfirm={replace}
      />,
    )
  const askToDelete = () =>
    setDialog(
      <AlertDialog
        onClose={close}
        title="Delete Project"
        description={
          <>
            The key of <strong>{name}</strong> stops working immediately. This can't be undone.
          </>
        }
        confirmLabel="Delete Project"
        onConfirm={() => {
          close()
          void deleteProject(organizationId, project)
        }}
      />,
    )
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 px-5 py-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="min-w-0 break-words text-left font-medium">
            {name}
          </span>
          {key.revokedAt ? <KeyEnd at={key.revokedAt} /> : null}
        </p>
        {description ? <p className="whitespace-pre-line break-words text-sm">{description}</p> : null}
        <p className="flex flex-wrap gap-x-3 text-muted text-sm">
          <span className="break-all font-mono text-xs leading-5">{key.obfuscatedToken}</span>
          <span>
            Key created <Time value={key.createdAt} />
            <span className="wrap-anywhere"> by {key.createdBy ?? 'a deleted account'}</span>
          </span>
          <span>
            {key.lastUsedAt ? (
              <>
                Last used <Time value={key.lastUsedAt} style="relative" />
              </>
            ) : (
              'Never used'
            )}
          </span>
        </p>
      </div>
      <p className="tabular pt-0.5 text-sm max-sm:order-last">{formatCount(usedCount, 'call')} this month</p>
      <ActionsMenu of={name} className="-my-1.5">
        <MenuItem asChild>
          <Link to={pathWith(paths.activity, { token: key.tokenId })}>
            <ListTree />
            See its calls
          </Link>
        </MenuItem>
        {canManage ? (
          <>
            <MenuItem icon={<KeyRound />} onSelect={askToReplace}>
              Create new key
            </MenuItem>
            <MenuItem tone="danger" icon={<Trash2 />} onSelect={askToDelete}>
              Delete project
            </MenuItem>
          </>
        ) : null}
      </ActionsMenu>
      {dialog}
    </li>
  )
}
