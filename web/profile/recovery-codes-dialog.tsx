import { Download } from 'lucide-react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type RecoveryCodesDialogProps = { codes: readonly string[]; onClose: () => void }

/** Only its button closes it: the codes are not shown again. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n')
  return (
    <Dialog
      title="Save your recovery codes"
      description="If you lose your phone, sign in with one of these codes. Each works once."
      footer={<Button onClick={onClose}>I've Saved My Codes</Button>}
    >
      <div className="space-y-4">
        <Banner tone="warning" title="These codes are shown only once">
          Keep them where you can reach them without your phone, such as a password manager.
        </Banner>
        <ul
          aria-label="Recovery codes"
          className="space-y-1 rounded-md border bg-sunken p-4 text-center font-mono text-sm"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={text} label="Copy Codes" variant="secondary" size="md" />
          <Button variant="secondary" icon={<Download aria-hidden />} onClick={() => download(text)}>
            Download
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([`Tinproof recovery codes\n\n${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'tinproof-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
