import * as z from 'zod'
import { plain } from '#worker/lib/text.ts'

export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource/api/mcp'
/** Per member and organization. Another app disconnects the least recently used one. */
export const MAX_APPS = 20
export const APP_IDLE_DAYS = 30

const request = plain('request', {
  min: 1,
  max: 8_000,
  messageIfMissing: 'Start again in the app that you want to connect.',
})

export const consentQuerySchema = z.object({ request })
export const allowAppSchema = z.object({ request, organizationId: z.string().max(64) })

export type Consent = {
  appName: string
  /** Verified; null if the app only told us its name. */
  domain: string | null
  redirectHost: string
  isLocal: boolean
  denyUrl: string
}
