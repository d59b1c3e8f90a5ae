export type Health = 'ok' | 'poor' | 'down' | 'unknown'

/** The shares of answered calls from which a component is `ok`, and `poor` rather than `down`. */
export type CutOffs = { readonly ok: number; readonly poor: number }

export const registerCutOffs: CutOffs = { ok: 0.9, poor: 0.5 }

export function healthOfShare(share: number | null, { ok, poor } = registerCutOffs): Health {
  if (share === null) return 'unknown'
  if (share < poor) return 'down'
  return share < ok ? 'poor' : 'ok'
}
