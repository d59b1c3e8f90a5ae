import { curlExample } from '#web/lib/curl-example.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { CopyField } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type TokenCreatedDialogProps = {
  token: { name: string; token: string }
  kind?: 'token' | 'key'
  title?: string
  onClose: () => void
}

/** Only its button closes it: the token is not shown again. */
export function TokenCreatedDialog({
  token,
  kind = 'token',
  title = kind === 'token' ? 'API Token Created' : 'Project Key Created',
  onClose,
}: TokenCreatedDialogProps) {
  return (
    <Dialog
      width="lg"
      title={title}
      description={`Store this ${kind} in a password manager or a secret store.`}
      footer={
        <Button onClick={onClose}>{kind === 'token' ? "I've Saved My Token" : "I've Saved My Key"}</Button>
      }
    >
      <div className="space-y-4">
        <Banner tone="warning" title={`This ${kind} is shown only once`}>
          Copy it now. You won't be able to see it again after you close this window.
        </Banner>
        <CopyField label={kind === 'token' ? 'API token' : 'Project key'} value={token.token} />
        <CodeBlock
          label="Your first call"
          code={curlExample(window.location.origin, token.token)}
          copyLabel="Copy command"
        />
      </div>
    </Dialog>
  )
}
