import { savedToken } from '#web/lib/sandbox-token.ts'

export function fillIn(): void {
  for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin
  const token = savedToken()
  if (!token) return
  for (const place of document.querySelectorAll('[data-token]')) place.textContent = token
}
