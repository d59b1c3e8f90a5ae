import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { ApiRefusal } from './call-api.ts'

type Answer<Output> = { text: string; output: Output }

type Tool<Input extends z.ZodObject, Output extends z.ZodObject> = {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  /** Whether it changes nothing, except for the quota. */
  readOnly?: boolean
  openWorld?: boolean
  run: (input: z.output<Input>) => Promise<Answer<z.output<Output>>>
}

/** Errors of the API are results, so that the model reads their code and message. */
export function addTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  server: McpServer,
  { name, title, description, input, output, readOnly = true, openWorld = false, run }: Tool<Input, Output>,
): void {
  const annotations = {
    readOnlyHint: readOnly,
    destructiveHint: false,
    idempotentHint: readOnly,
    openWorldHint: openWorld,
  }
  const inputSchema: StandardSchemaWithJSON<unknown, z.output<Input>> = input
  server.registerTool(
    name,
    { title, description, inputSchema, outputSchema: extensible(output), annotations },
    async (given): Promise<CallToolResult> => {
      try {
        const answer = await run(given)
        return { ...content(answer.text, answer.output), structuredContent: { ...answer.output } }
      } catch (error) {
        if (!(error instanceof ApiRefusal)) throw error
        const { code, message } = error.body
        return { ...content(`${code}: ${message}`, error.body), isError: true }
      }
    },
  )
}

/** A sentence for people, and the whole answer for clients that read no structured content. */
const content = (text: string, answer: object) => ({
  content: [text, JSON.stringify(answer)].map((each) => ({ type: 'text' as const, text: each })),
})

/** Clients remember the schema for a while, and must take the fields that we add meanwhile. */
function extensible<Output extends z.ZodObject>(
  output: Output,
): StandardSchemaWithJSON<unknown, z.output<Output>> {
  const described = z.toJSONSchema(output, {
    io: 'output',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  const jsonSchema = { input: () => described, output: () => described }
  return { '~standard': { ...output['~standard'], jsonSchema } }
}
