import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingCard } from '#web/ui/skeleton.tsx'
import { BackLink } from './back-link.tsx'
import { LoadError } from './load-error.tsx'
import { listPath } from './page-params.ts'
import type { Read } from './swr.ts'
import { useLeaveOnSwitch } from './use-leave-on-switch.ts'

type ItemPageProps<Data> = {
  read: Read & { data: Data | undefined; organizationId: string | undefined }
  list: { path: string; name: string }
  failure: string
  /** In place of something that doesn't exist, or belongs to another organization. */
  gone: { icon?: ReactNode; title: string; description: string }
  loading: string
  children: (data: Data, organizationId: string) => ReactNode
}

export function ItemPage<Data>({ read, list, failure, gone, loading, children }: ItemPageProps<Data>) {
  const { data, organizationId, ...state } = read
  const from = useLocation().state
  useLeaveOnSwitch(list.path, !read.isGone)
  const content = () => {
    if (data && organizationId) return children(data, organizationId)
    if (read.error && !read.isGone) return <LoadError inCard title={failure} {...state} className="py-14" />
    if (!read.isGone) return <LoadingCard label={loading} />
    const link = (
      <LinkButton to={list.path} variant="secondary" size="sm">
        See All {list.name}
      </LinkButton>
    )
    return <EmptyState inCard {...gone} action={link} />
  }
  return (
    <>
      <BackLink to={listPath(from, list.path)}>All {list.name}</BackLink>
      {content()}
    </>
  )
}
