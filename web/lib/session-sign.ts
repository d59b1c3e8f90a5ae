/** The server sets this cookie with that of the session, which no script can read. HTTPS adds the prefix. */
const find = () => document.cookie.match(/(?:^|; )((?:__Host-)?has-session)=/)?.[1]

/** A session may have ended since. */
export const mayBeSignedIn = (): boolean => find() !== undefined

/** So that the next visit starts as a visitor's. */
export function forgetSessionSign(): void {
  const name = find()
  // biome-ignore lint/suspicious/noDocumentCookie: Not every browser has the Cookie Store API.
  if (name) document.cookie = `${name}=; Max-Age=0; Path=/; Secure`
}
