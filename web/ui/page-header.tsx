import type { ReactNode } from 'react'

type PageHeaderProps = { description: ReactNode; actions?: ReactNode }

export function PageHeader({ description, actions }: PageHeaderProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 max-w-2xl flex-1 basis-64 text-pretty text-muted">{description}</p>
      {actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div> : null}
    </div>
  )
}
