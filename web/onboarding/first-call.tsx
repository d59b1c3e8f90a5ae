import { curlExample, type NewToken } from '#web/tokens/index.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'

const PLACEHOLDER = 'YOUR_API_TOKEN'

/** A token is known only in the tab that created it. It is copied, but not shown again. */
export function FirstCall({ created }: Pick<NewToken, 'created'>) {
  const curl = (token: string) => curlExample(location.origin, token)
  return (
    <div className="space-y-3 border-t px-5 py-4">
      <CodeBlock
        label="Run this in a terminal"
        code={curl(created?.obfuscatedToken ?? PLACEHOLDER)}
        copied={curl(created?.token ?? PLACEHOLDER)}
        copyLabel="Copy command"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm">
        <p role="status" className="flex items-center gap-2 font-medium">
          <span aria-hidden className="relative flex size-2.5">
            <span className="absolute inset-0 animate-ping rounded-full bg-accent motion-reduce:hidden" />
            <span className="relative size-2.5 rounded-full bg-accent" />
          </span>
          Waiting for your first API call...
        </p>
        <p className="text-muted">
          {created
            ? 'The copied command contains your new token.'
            : `Replace ${PLACEHOLDER} with the token you saved.`}
        </p>
      </div>
    </div>
  )
}
