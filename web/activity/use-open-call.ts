import { useLocation, useNavigate } from 'react-router'

const STATE_KEY = 'isOverList'

/** The history entry of a call that was opened from the list. */
export const overList = { [STATE_KEY]: true }

const isOverList = (state: unknown) => typeof state === 'object' && state !== null && STATE_KEY in state

/** Closing a call goes back to its list, or opens the list if a link elsewhere opened the call. */
export function useCloseCall(list: string): () => void {
  const { state } = useLocation()
  const navigate = useNavigate()
  return () => void (isOverList(state) ? navigate(-1) : navigate(list, { replace: true }))
}
