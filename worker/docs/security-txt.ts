import { exampleOrigin } from './openapi/examples.ts'

const YEAR = 365 * 86_400_000

/** RFC 9116. Each deployment makes it anew, so it expires a year after the last one. */
export const securityText = (contact: string, builtAt: Date): string =>
  `Contact: mailto:${contact}
Expires: ${new Date(builtAt.getTime() + YEAR).toISOString()}
Preferred-Languages: en
Canonical: ${exampleOrigin}/.well-known/security.txt
`
