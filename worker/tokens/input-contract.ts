import * as z from 'zod'
import { mergeNetworks, parseNetwork, toCidr } from '#worker/lib/ip-networks.ts'
import { line, plain } from '#worker/lib/text.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/membership/constants.ts'
import { MAX_ALLOWED_IPS, MAX_TOKEN_NAME_LENGTH } from './constants.ts'
import { scheduleSchema } from './contract.ts'

export { isInNetworks } from '#worker/lib/ip-networks.ts'

export const expirySchema = z.enum(['never', '30days', '90days', '1year'])
export type Expiry = z.infer<typeof expirySchema>

const permissionsSchema = z.object({
  read: z.boolean().default(true),
  validation: z.boolean().default(false),
})

const chosenPermissionsSchema = permissionsSchema
  .refine(({ read, validation }) => read || validation, 'Choose at least one permission')
  .overwrite(({ read, validation }) => ({ read: read || validation, validation }))

const networkSchema = z.pipe(
  plain('IP address', { max: 64 }),
  z.transform((text: string, { addIssue }) => {
    const network = parseNetwork(text.trim())
    if (network) return network
    addIssue({ code: 'custom', message: networkError(text) })
    return z.NEVER
  }),
)

function networkError(text: string): string {
  if (text.includes('%')) return 'Leave out the zone ID after "%"'
  if (/^[\d./]+$/.test(text) && /(^|[./])0\d/.test(text)) return 'Leave out leading zeros'
  return 'Enter an IP address or network, such as 203.0.113.7 or 2001:db8::/32'
}

/** Networks in CIDR notation. Empty: calls from every address. */
export const allowedIpsSchema = z
  .array(networkSchema)
  .max(MAX_ALLOWED_IPS, `At most ${MAX_ALLOWED_IPS} IP addresses and networks`)
  .transform((networks) => mergeNetworks(networks).map(toCidr))

export const createTokenSchema = z.object({
  name: line('Token name', {
    min: 3,
    max: MAX_TOKEN_NAME_LENGTH,
    messageIfMissing: 'Token name must be at least 3 characters',
  }).check(z.refine((name) => name.toLowerCase() !== DEFAULT_TOKEN_NAME, 'The name "default" is reserved')),
  expiry: expirySchema.default('never'),
  live: z.boolean().default(true),
  permissions: chosenPermissionsSchema.default({ read: true, validation: false }),
  allowedIps: allowedIpsSchema.default([]),
})

export const changeTokenSchema = z.object({ allowedIps: allowedIpsSchema })

export const rotateTokenSchema = z.object({
  /**
   * When the secret that is replaced ends. Null: at once. `unchanged`: also at once, while the old secret of an earlier
   * rotation keeps its end.
   */
  oldSecretEnds: z.union([scheduleSchema, z.literal('unchanged')]).nullable(),
})

export type OldSecretEnds = z.infer<typeof rotateTokenSchema>['oldSecretEnds']
export type CreateToken = z.input<typeof createTokenSchema>
