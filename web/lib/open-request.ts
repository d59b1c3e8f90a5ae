import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { fieldsOf } from './parse-json.ts'

/** What a screen opens on arrival. It is in the history entry, so a link in another area needs no import of the screen. */
export type OpenRequest =
  | { open: 'validate'; country?: string | undefined }
  | { open: 'create-token' }
  | { open: 'invite' }
  | { open: 'new-organization' }

type Name = OpenRequest['open']

const names: readonly Name[] = ['validate', 'create-token', 'invite', 'new-organization']
const STATE_KEY = 'openRequest'

export function readOpenRequest(state: unknown): OpenRequest | undefined {
  const { open, country } = fieldsOf(fieldsOf(state)[STATE_KEY])
  const name = names.find((each) => each === open)
  if (name !== 'validate') return name && { open: name }
  return { open: name, country: typeof country === 'string' ? country : undefined }
}

/** On the screen that is open, the history entry keeps what it holds. */
export function useOpenOn(): (to: string, request: OpenRequest) => void {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  return (to, request) => {
    const isHere = pathname === to
    void navigate(isHere ? { pathname, search } : to, {
      replace: isHere,
      state: { ...(isHere && fieldsOf(state)), [STATE_KEY]: request },
    })
  }
}

/** Runs `act` once the screen is ready. A reload doesn't run it again. */
export function useOpenRequest<Wanted extends Name>(
  wanted: Wanted,
  isReady: boolean,
  act: (request: Extract<OpenRequest, { open: Wanted }>) => void,
): void {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  // The screen may render again before the history entry has changed.
  const handled = useRef<unknown>(undefined)
  useEffect(() => {
    const request = readOpenRequest(state)
    if (!isReady || handled.current === state || !isFor(wanted, request)) return
    handled.current = state
    const { [STATE_KEY]: _, ...rest } = fieldsOf(state)
    void navigate({ pathname, search, hash }, { replace: true, state: rest })
    act(request)
  }, [wanted, isReady, act, navigate, pathname, search, hash, state])
}

const isFor = <Wanted extends Name>(
  wanted: Wanted,
  request: OpenRequest | undefined,
): request is Extract<OpenRequest, { open: Wanted }> => request?.open === wanted
