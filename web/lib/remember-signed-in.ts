const STORAGE_KEY = 'signedIn'

/** For preload.js, which requests more for a browser that was signed in. */
export function rememberSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(STORAGE_KEY, '1')
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    return
  }
}
