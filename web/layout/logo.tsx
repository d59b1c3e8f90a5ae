/** Keep in sync with public/favicon.svg. */
function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-7 shrink-0">
      <path
        d="M9.5 1.5h13a4 4 0 0 1 2.83 1.17l4 4A4 4 0 0 1 30.5 9.5v13a4 4 0 0 1-1.17 2.83l-4 4a4 4 0 0 1-2.83 1.17h-13a4 4 0 0 1-2.83-1.17l-4-4A4 4 0 0 1 1.5 22.5v-13a4 4 0 0 1 1.17-2.83l4-4A4 4 0 0 1 9.5 1.5Z"
        className="fill-accent"
      />
      <path
        d="M8.5 9.75h15M9.75 17.5l4.75 5 7.75-9"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-lg tracking-tight">
      <LogoMark />
      Tinproof
    </span>
  )
}
