/** For sighted users. Screen readers get `aria-keyshortcuts`. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span aria-hidden className="flex shrink-0 gap-1 pointer-coarse:hidden">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid h-5 min-w-5 place-items-center rounded-xs border bg-sunken px-1 font-sans text-2xs text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
