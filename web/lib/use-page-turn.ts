import { useRef } from 'react'

/** For the card of a list: after a page is turned, focus and view are at its start. */
export function usePageTurn() {
  const card = useRef<HTMLElement>(null)
  const turn = () => {
    card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'start' })
  }
  return { card, turn }
}
