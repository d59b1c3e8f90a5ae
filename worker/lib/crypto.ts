import { createHash } from 'node:crypto'

/** What stands for an address in a key: SHA-256 in base64url, for Redis keeps no address in the clear. */
export const concealed = (address: string) => createHash('sha256').update(address).digest('base64url')
