import { BASE62, crc32 } from '#worker/lib/crypto.ts'

export const LIVE_PREFIX = 'tp_live_'
export const TEST_PREFIX = 'tp_test_'
export const ORGANIZATION_PREFIX = 'org_'
export const ORGANIZATION_LENGTH = 16
export const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const BODY_LENGTH = ORGANIZATION_LENGTH + RANDOM_LENGTH
const shape = new RegExp(
  `^(${LIVE_PREFIX}|${TEST_PREFIX})([0-9A-Za-z]{${BODY_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
)

/** The ID of the organization that a well-formed token names, or undefined. */
export function organizationOf(token: string): string | undefined {
  const [, prefix = '', body = '', sum] = shape.exec(token) ?? []
  return sum === checksum(prefix, body)
    ? `${ORGANIZATION_PREFIX}${body.slice(0, ORGANIZATION_LENGTH)}`
    : undefined
}

/** A test token's checksum covers its prefix, so that a live token with another prefix is malformed. */
export function checksum(prefix: string, body: string): string {
  let rest = crc32(prefix === LIVE_PREFIX ? body : prefix + body)
  let encoded = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    encoded = BASE62.charAt(rest % BASE62.length) + encoded
    rest = Math.floor(rest / BASE62.length)
  }
  return encoded
}
