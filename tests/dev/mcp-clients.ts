import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

type Tool = { name: string; annotations?: object | undefined }
type Result = { isError?: boolean | undefined; structuredContent?: unknown; content: unknown }
type Options = {
  url: URL
  token: string
  fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>
}

export type McpClient = {
  tools: () => Promise<Tool[]>
  call: (name: string, input?: Record<string, unknown>) => Promise<Result>
}

const identity = { name: 'test', version: '1.0.0' }
const transportOptions = ({ token, fetch = globalThis.fetch }: Options) => ({
  fetch,
  requestInit: { headers: { Authorization: `Bearer ${token}` } },
})

/** Published clients of two generations. Both check a result against the schema of its tool. */
export const mcpClients = {
  '1.x': async (options: Options): Promise<McpClient> => {
    const client = new Client1(identity)
    await client.connect(new Transport1(options.url, transportOptions(options)))
    return {
      tools: async () => (await client.listTools()).tools,
      call: async (name, input = {}) => {
        const { isError, structuredContent, content } = await client.callTool({ name, arguments: input })
        return { isError: isError === true, structuredContent, content }
      },
    }
  },
  '2.x': async (options: Options): Promise<McpClient> => {
    const client = new Client(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    await client.connect(new StreamableHTTPClientTransport(options.url, transportOptions(options)))
    return {
      tools: async () => (await client.listTools()).tools,
      call: (name, input = {}) => client.callTool({ name, arguments: input }),
    }
  },
} as const
