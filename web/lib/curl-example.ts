const germanNumber = { countryCode: 'DE', tin: '136695976' }

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

export const curlExample = (origin: string, token: string, body: object = germanNumber): string =>
  [
    `curl ${origin}/api/tinproof/validate \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join('\n')
