import { useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'

type FileButtonProps = ButtonProps & { accept: string; onPick: (file: File) => void }

export function FileButton({ accept, onPick, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onPick(file)
          // The same file can be chosen again after it was corrected.
          target.value = ''
        }}
      />
    </>
  )
}
