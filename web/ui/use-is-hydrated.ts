import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in HTML that was rendered while building, until React has taken it over. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
