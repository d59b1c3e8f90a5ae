import { exampleOrigin } from './openapi/examples.ts'

const YEAR = 365 * 86_400_000

/** RFC 9116. Expires a year after the last deployment. */
export const securityText = (contact: string, builtAt: Date): string =>
  `Contact: mailto:${contact}
Expires: ${new Date(builtAt.getTime() + YEAR).toISOString()}
Preferred-Languages: en
Canonical: ${exampleOrigin}/.well-known/security.txt
`
