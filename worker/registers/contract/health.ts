export type Health = 'ok' | 'poor' | 'down' | 'unknown'

export type CutOffs = { readonly ok: number; readonly poor: number }

export const registerCutOffs: CutOffs = { ok: 0.9, poor: 0.5 }

export function healthOfShare(share: number | null, { ok, poor } = registerCutOffs): Health {
  if (share === null) return 'unknown'
  if (share < poor) return 'down'
  return share < ok ? 'poor' : 'ok'
}
