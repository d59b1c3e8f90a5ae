import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { errorTable } from '#worker/errors.ts'
import { logError } from '#worker/lib/log.ts'
import { hasPortablePattern } from '#worker/lib/text.ts'
import { ApiRefusal } from './call-api.ts'

type Answer<Output> = { text: string; output: Output }

/** Some clients send a dummy argument to a tool that has none. */
export const noArguments = z.object({})

/** Refuses an argument that it doesn't know, which the model would believe to have an effect. */
type ToolInput = z.ZodObject<z.ZodRawShape, z.core.$strict> | typeof noArguments

type Tool<Input extends ToolInput, Output extends z.ZodObject> = {
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

export function addTool<Input extends ToolInput, Output extends z.ZodObject>(
  server: McpServer,
  { name, title, description, input, output, readOnly = true, openWorld = false, run }: Tool<Input, Output>,
): void {
  const annotations = {
    readOnlyHint: readOnly,
    destructiveHint: false,
    idempotentHint: readOnly,
    openWorldHint: openWorld,
  }
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: withoutNulls(readable(input)),
      outputSchema: readable(output),
      annotations,
    },
    async (given): Promise<CallToolResult> => {
      try {
        const answer = await run(given)
        return { ...content(answer.text, answer.output), structuredContent: { ...answer.output } }
      } catch (error) {
        const body = error instanceof ApiRefusal ? error.body : internalError(name, error)
        return { ...content(`${body.code}: ${body.message}`, body), isError: true }
      }
    },
  )
}

/** The library would send the error's own message, and log nothing. */
function internalError(tool: string, error: unknown): ApiRefusal['body'] {
  logError(`tool: ${tool}`, error)
  return { code: 'INTERNAL', message: errorTable.INTERNAL.message }
}

/** A sentence for people, and the whole answer for clients that read no structured content. */
const content = (text: string, answer: object) => ({
  content: [text, JSON.stringify(answer)].map((each) => ({ type: 'text' as const, text: each })),
})

/** Many models send null for a field that they leave out. */
function withoutNulls<Output>({
  '~standard': { validate, ...schema },
}: StandardSchemaWithJSON<unknown, Output>): StandardSchemaWithJSON<unknown, Output> {
  return { '~standard': { ...schema, validate: (value) => validate(dropNulls(value)) } }
}

function dropNulls(value: unknown): unknown {
  if (!(value instanceof Object)) return value
  const fields = Object.entries(value).filter(([, field]) => field !== null)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, Array.isArray(field) ? field.map(dropNulls) : field]),
  )
}

/** With a JSON Schema that a client in any language can read, and that takes the fields that we add later. */
function readable<Schema extends z.ZodObject>(
  schema: Schema,
): StandardSchemaWithJSON<unknown, z.output<Schema>> {
  const describe = () =>
    z.toJSONSchema(schema, {
      // That of an output refuses further fields.
      io: 'input',
      override: ({ jsonSchema }) => {
        if (!hasPortablePattern(jsonSchema)) delete jsonSchema.pattern
      },
    })
  return { '~standard': { ...schema['~standard'], jsonSchema: { input: describe, output: describe } } }
}
