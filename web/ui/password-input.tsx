import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { cx } from './cx.ts'
import { Input, type InputProps } from './input.tsx'

export function PasswordInput({ className, ...rest }: Omit<InputProps, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        type={shown ? 'text' : 'password'}
        className={cx('pr-11', className)}
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
      />
      <button
        type="button"
        className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-faint hover:text-ink"
        aria-label="Show password"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  )
}
