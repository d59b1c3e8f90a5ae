import { Client, type OAuthDiscoveryState, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

type Tool = { name: string; annotations?: object | undefined }
type Result = { isError?: boolean | undefined; structuredContent?: unknown; content: unknown }
type Options = {
  url: URL
  fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>
  /** An API token. Without one, the client connects with OAuth: `signIn` returns what comes to its redirect. */
  token?: string
  redirectUrl?: string
  signIn?: (authorizationUrl: URL) => Promise<URLSearchParams>
}

export type McpClient = {
  tools: () => Promise<Tool[]>
  call: (name: string, input?: Record<string, unknown>) => Promise<Result>
}

const identity = { name: 'Assistant', version: '1.0.0' }

/** Keeps in memory what apps store. Both generations take it. */
function createProvider(redirectUrl: string) {
  const kept: {
    client?: { client_id: string }
    tokens?: { access_token: string; token_type: string }
    discovery?: OAuthDiscoveryState
  } = {}
  let verifier = ''
  let authorizationUrl: URL | undefined
  return {
    redirectUrl,
    clientMetadata: {
      client_name: identity.name,
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client: { client_id: string }) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens: { access_token: string; token_type: string }) =>
      void Object.assign(kept, { tokens }),
    saveDiscoveryState: (discovery: OAuthDiscoveryState) => void Object.assign(kept, { discovery }),
    discoveryState: () => kept.discovery,
    redirectToAuthorization: (url: URL) => {
      authorizationUrl = url
    },
    authorizationUrl: () => authorizationUrl,
    saveCodeVerifier: (text: string) => {
      verifier = text
    },
    codeVerifier: () => verifier,
  }
}

type Provider = ReturnType<typeof createProvider>

const transportOptions = ({ token, fetch = globalThis.fetch }: Options, provider: Provider | undefined) => ({
  fetch,
  ...(provider && { authProvider: provider }),
  ...(token !== undefined && { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
})

/** Connects, and once more after the sign-in that the first attempt asks for. */
async function connected<
  Opened extends { connect: () => Promise<void>; finish: (params: URLSearchParams) => Promise<void> },
>({ signIn, redirectUrl }: Options, open: (provider: Provider | undefined) => Opened): Promise<Opened> {
  const provider = signIn && redirectUrl ? createProvider(redirectUrl) : undefined
  const first = open(provider)
  try {
    await first.connect()
    return first
  } catch (error) {
    const authorizationUrl = provider?.authorizationUrl()
    if (!authorizationUrl || !signIn) throw error
    await first.finish(await signIn(authorizationUrl))
    const second = open(provider)
    await second.connect()
    return second
  }
}

/** Published clients of two generations. Both check a result against the schema of its tool. */
export const mcpClients = {
  '1.x': async (options: Options): Promise<McpClient> => {
    const { client } = await connected(options, (provider) => {
      const client = new Client1(identity)
      const transport = new Transport1(options.url, transportOptions(options, provider))
      return {
        client,
        connect: () => client.connect(transport),
        finish: (params) => transport.finishAuth(params.get('code') ?? ''),
      }
    })
    return {
      tools: async () => (await client.listTools()).tools,
      call: async (name, input = {}) => {
        const { isError, structuredContent, content } = await client.callTool({ name, arguments: input })
        return { isError: isError === true, structuredContent, content }
      },
    }
  },
  '2.x': async (options: Options): Promise<McpClient> => {
    const { client } = await connected(options, (provider) => {
      const client = new Client(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
      const transport = new StreamableHTTPClientTransport(options.url, transportOptions(options, provider))
      return {
        client,
        connect: () => client.connect(transport),
        finish: (params) => transport.finishAuth(params),
      }
    })
    return {
      tools: async () => (await client.listTools()).tools,
      call: (name, input = {}) => client.callTool({ name, arguments: input }),
    }
  },
} as const
