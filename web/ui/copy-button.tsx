import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { toast } from './toast.tsx'

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** For a button whose label doesn't say that the text was copied. */
export async function copyWithToast(text: string, instead: string): Promise<void> {
  if (await copyText(text)) toast.success('Copied')
  else toast.error('Copy failed', { description: `Your browser blocked copying. ${instead}` })
}

type CopyButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'className' | 'disabled'> & {
  text: string
  label: string
  copiedLabel?: string
  timeout?: number
  onFailed?: () => void
}

export function CopyButton({
  text,
  label,
  copiedLabel = 'Copied',
  timeout = 2000,
  variant = 'ghost',
  size = 'icon-sm',
  onFailed,
  ...rest
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async () => {
    if (!(await copyText(text))) {
      onFailed?.()
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), timeout)
  }

  const isIcon = size === 'icon' || size === 'icon-sm'
  return (
    <>
      <Button
        variant={variant}
        size={size}
        icon={copied ? <Check className="size-4 text-valid" /> : <Copy />}
        {...(isIcon ? { 'aria-label': label, title: label } : {})}
        onClick={() => void copy()}
        {...rest}
      >
        {isIcon ? null : copied ? copiedLabel : label}
      </Button>
      <span role="status" className="sr-only">
        {copied ? copiedLabel : ''}
      </span>
    </>
  )
}

/** For a secret. If the browser doesn't let us copy it, it is selected. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Field label={label}>
      <div className="flex flex-col gap-2">
        <Input
          ref={field}
          mono
          readOnly
          value={value}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton
          text={value}
          label="Copy"
          copiedLabel="Copied to clipboard"
          variant="secondary"
          size="md"
          timeout={3000}
          onFailed={() => field.current?.select()}
        />
      </div>
    </Field>
  )
}
