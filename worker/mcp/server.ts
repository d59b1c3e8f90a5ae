import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { CallApi } from './call-api.ts'
import { addListTools } from './list-tools.ts'
import { addBatchTools, addValidationTools } from './validation-tools.ts'

const instructions =
  "Tinproof validates tax identification numbers (VAT, TIN, EORI and more) by country: their format, and official registers where one exists. Each validation counts toward the organization's monthly quota. Use validate_tax_ids for up to 50 numbers, and start_batch for more. If you don't know the country, call find_country_of_number first."

/** Answers one message with a server of its own, so nothing is shared between callers. */
export function answerMcp(request: Request, call: CallApi): Promise<Response> {
  const createServer = () => {
    const server = new McpServer(
      { name: 'tinproof', title: 'Tinproof', version: '1.0.0' },
      { instructions, capabilities: { tools: { listChanged: false } } },
    )
    addValidationTools(server, call)
    addListTools(server, call)
    addBatchTools(server, call)
    return server
  }
  // A subscription would be a stream that stays open, and the tools don't change.
  return createMcpHandler(createServer, { maxSubscriptions: 0 }).fetch(request)
}
