import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { onFirstUse } from './first-use.ts'
import { loadOverlays, type Overlays, preloadOverlays } from './load-overlays.ts'

export type Trigger = ReactElement<ComponentProps<'button'>>

/** How it was opened: `typed` is what was typed before the code was there. */
export type Opening = { isByKey: boolean; typed: string }

type OpenerProps = {
  trigger: Trigger
  kind: 'menu' | 'listbox'
  /** From the first opening on, with the same trigger. */
  children: (overlays: Overlays, opening: Opening) => ReactNode
}

/** A menu or list. Its code loads when the page is first used, and the trigger works without it. */
export function Opener({ trigger, kind, children }: OpenerProps) {
  const [opened, setOpened] = useState<{ overlays: Overlays; opening: Opening }>()
  const typed = useRef('')
  useEffect(() => onFirstUse(preloadOverlays), [])
  if (opened) return children(opened.overlays, opened.opening)

  const open = async (isByKey: boolean, button: Element) => {
    const overlays = await loadOverlays()
    const opening = { isByKey, typed: typed.current }
    // By then, the keyboard may be somewhere else.
    const isLeft = isByKey && document.activeElement !== button
    if (overlays && !isLeft) setOpened((first) => first ?? { overlays, opening })
    else typed.current = ''
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, currentTarget } = event
    const isLetter = kind === 'listbox' && key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
    if (!isLetter && key !== 'ArrowDown' && key !== 'ArrowUp') return
    event.preventDefault()
    if (isLetter) typed.current += key
    void open(true, currentTarget)
  }
  return cloneElement(trigger, {
    ...(kind === 'listbox' && { role: 'combobox' }),
    'aria-haspopup': kind,
    'aria-expanded': false,
    // Enter and the space bar click too.
    onClick: ({ detail, currentTarget }) => void open(detail === 0, currentTarget),
    onKeyDown,
  })
}
