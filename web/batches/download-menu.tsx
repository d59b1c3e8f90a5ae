import { ChevronDown, Download } from 'lucide-react'
import { attempt } from '#web/lib/attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem, MenuLabel } from '#web/ui/dropdown-menu.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import type { Batch, RowVerdict } from '#worker/batches/contract.ts'
import { downloadJson } from './batch-actions.ts'
import { resultsUrl } from './batch-queries.ts'
import { verdictStyles } from './row-verdict.tsx'

type DownloadMenuProps = { organizationId: string; batch: Batch; only: RowVerdict | undefined }

/** Downloads what the filter shows. */
export function DownloadMenu({ organizationId, batch, only }: DownloadMenuProps) {
  const { submit: saveJson, isPending } = useSingleSubmit(async () => {
    await attempt('Download failed', async () => {
      await downloadJson(organizationId, batch.id, only)
    })
  })
  const linkTo = (format: 'csv' | 'ndjson') => resultsUrl(organizationId, batch.id, format, only)
  return (
    <DropdownMenu
      trigger={
        <Button
          variant="secondary"
          size="sm"
          icon={<Download aria-hidden />}
          pending={isPending}
          disabled={batch.rows === batch.pending}
        >
          Download <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuLabel>{only ? `Rows with the verdict "${verdictStyles[only].word}"` : 'All rows'}</MenuLabel>
      <MenuItem asChild>
        <a href={linkTo('csv')} download>
          CSV
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={linkTo('ndjson')} download>
          NDJSON
        </a>
      </MenuItem>
      <MenuItem onSelect={() => void saveJson()}>JSON</MenuItem>
    </DropdownMenu>
  )
}
