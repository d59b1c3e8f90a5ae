/** A first API call, ready for a shell: `origin` is the page's, `token` the whole token. */
export function curlExample(origin: string, token: string): string {
  return [
    `curl ${origin}/api/tinproof/validate \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"countryCode":"DE","tin":"136695976"}'`,
  ].join('\n')
}
