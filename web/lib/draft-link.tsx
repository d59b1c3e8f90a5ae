import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { forgetFile, PASTED_LIST_NAME, useFileDraft } from './file-draft.ts'
import { useOwner } from './saved.ts'

/** Leads back to a file that was chosen and not uploaded, such as before a plan change. */
export function DraftLink() {
  const owner = useOwner()
  const draft = useFileDraft(owner)
  if (!owner || !draft) return null
  const { name } = draft.file
  const isList = name === PASTED_LIST_NAME
  return (
    <Banner
      title={
        <span className="wrap-anywhere">
          {isList ? "Your list hasn't started" : `${name} hasn't started`}
        </span>
      }
      action={
        <div className="flex flex-wrap gap-2">
          <LinkButton to={paths.batches} variant="secondary" size="sm" className="max-w-60">
            <span className="truncate">Back to {isList ? 'Your List' : name}</span>
          </LinkButton>
          <Button variant="ghost" size="sm" onClick={() => void forgetFile(owner)}>
            Discard
          </Button>
        </div>
      }
    >
      This browser keeps it and your choices for 7 days.
    </Banner>
  )
}
