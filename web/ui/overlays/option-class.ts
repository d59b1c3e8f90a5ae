import { cx } from '../cx.ts'

export const popoverClass =
  'z-50 overflow-hidden rounded-md border bg-raised shadow-md data-[state=open]:animate-enter'
export const plainOptionClass =
  'flex min-h-8 items-center gap-2 rounded-sm px-2.5 py-1.5 text-base outline-none select-none pointer-coarse:min-h-11'
export const optionClass = cx(plainOptionClass, 'data-disabled:opacity-50 data-highlighted:bg-hover')
