import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from './api-error.ts'
import { readSaved, saveInTab, useOwner } from './saved.ts'

/** Keeps what was typed when the session ends, for the next time the form opens. Not for passwords and codes. */
export function useRescue<Data>(name: string | undefined) {
  const owner = useOwner()
  const [rescued] = useState(() => (name && owner ? readSaved<Data>(name, owner) : undefined))
  const forget = useEffectEvent(() => {
    if (name && owner) saveInTab(name, owner, undefined)
  })
  useEffect(() => forget(), [])
  const rescue = (error: unknown, data: Data) => {
    if (name && owner && error instanceof ApiError && error.status === 401) saveInTab(name, owner, data)
  }
  return { rescued, rescue }
}
