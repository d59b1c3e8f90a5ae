import * as z from 'zod'
import { plain } from '#worker/lib/text.ts'

/** Where the MCP server says who issues its tokens. */
export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource/api/mcp'
/** Of a member in an organization. The next one disconnects the one that was used least recently. */
export const MAX_APPS = 20
/** How long an app stays connected without being used. */
export const APP_IDLE_DAYS = 30

/** The query of the authorization request, as the app sent it. */
const request = plain('request', { min: 1, max: 8_000 })

export const consentQuerySchema = z.object({ request })
export const allowAppSchema = z.object({ request, organizationId: z.string().max(64) })

/** What to show before allowing an app, or where a request that it got wrong returns to. */
export type Consent =
  | {
      appName: string
      /** Verified; null if the app only told us its name. */
      domain: string | null
      /** Where access is sent. */
      redirectHost: string
      isLocal: boolean
      denyUrl: string
    }
  | { redirectTo: string }
