import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Tinproof } from '../client.ts'
import { RateLimitError, TinproofError } from '../error.ts'
import type { Batch } from '../types.ts'
import { exitCodes, UsageError, type Values } from './arguments.ts'
import { note, print } from './io.ts'
import { clientOf } from './token.ts'

/** A batch can take hours, so an outage of a minute doesn't end the wait. */
const WAIT_RETRIES = 10
const INTERRUPTED = 'The download was interrupted here.'
const INCOMPLETE = 'The download was interrupted, so the results are incomplete.'

export async function batch(values: Values<'batch'>, [path, another]: readonly string[]): Promise<number> {
  if (!path || another) throw new UsageError('Pass one file and an output: tinproof batch in.csv -o out.csv')
  const output = await checkedOutput(values.output)
  if (await isSameFile(path, output)) throw new UsageError("The output can't be the file itself")
  const client = await clientOf(values)
  const input = {
    csv: await readFile(path),
    ...(path !== '-' && { name: basename(path) }),
    deadlineHours: hoursOf(values.deadline),
    defaultCountry: values.country,
    tinColumn: values['tin-column'],
    countryColumn: values['country-column'],
    nameColumn: values['name-column'],
    addressColumn: values['address-column'],
    typeColumn: values['type-column'],
    kindColumn: values['kind-column'],
    purposeColumn: values['purpose-column'],
    holderColumn: values['holder-column'],
    customIdColumn: values['id-column'],
    ...(values['no-source'] && { source: false }),
  }
  const signal = interruptSignal()
  const started = await client.batches.create(input, { signal }).catch((error: unknown) => {
    if (!isRefusal(error))
      note('The batch may have started. Before you repeat this, look for it under Batches in the dashboard.')
    if (!signal.aborted) throw error
  })
  if (!started) return exitCodes.interrupted
  note(`Batch ${started.id} started.`)
  return await writeResults(client, started.id, { output, format: 'csv', json: values.json, signal })
}

export async function download(
  values: Values<'download'>,
  [id, another]: readonly string[],
): Promise<number> {
  if (!id || another)
    throw new UsageError('Pass one batch and an output: tinproof download batch_… -o out.csv')
  const { format = 'csv', json } = values
  if (format !== 'csv' && format !== 'ndjson') throw new UsageError('--format must be csv or ndjson.')
  const output = await checkedOutput(values.output)
  const client = await clientOf(values)
  return await writeResults(client, id, { output, format, json, signal: interruptSignal() })
}

/** Before the batch costs anything. */
async function checkedOutput(output: string | undefined): Promise<string> {
  if (!output)
    throw new UsageError('Pass where to write the results: -o results.csv, or -o - for standard output')
  if (output === '-') return output
  const existing = await stat(output).catch(() => null)
  const isWritable = await access(existing ? output : dirname(output), constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable || existing?.isDirectory()) throw new UsageError(`Can't write ${output}`)
  return output
}

/** Also through a link, or as standard input. */
async function isSameFile(path: string, output: string): Promise<boolean> {
  if (output === '-') return false
  const [input, existing] = await Promise.all(
    [path === '-' ? '/dev/stdin' : path, output].map((each) => stat(each).catch(() => null)),
  )
  return !!existing?.isFile() && input?.ino === existing.ino && input.dev === existing.dev
}

async function readFile(path: string): Promise<Blob> {
  const source = path === '-' ? process.stdin : createReadStream(path)
  const content = await buffer(source).catch(() => {
    throw new UsageError(`Can't read ${path}`)
  })
  if (content.length === 0)
    throw new UsageError(path === '-' ? 'Standard input is empty' : `${path} is empty`)
  return new Blob([content])
}

function hoursOf(text: string | undefined): number | undefined {
  const hours = text === undefined ? undefined : Number(text)
  if (hours !== undefined && !Number.isInteger(hours))
    throw new UsageError('--deadline must be a whole number of hours.')
  return hours
}

/** Otherwise the API may have done it. */
const isRefusal = (error: unknown) =>
  error instanceof TinproofError && error.status !== null && error.status >= 400 && error.status < 500

/** Ctrl-C aborts it. A second one ends the process. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  return controller.signal
}

type Target = {
  output: string
  format: 'csv' | 'ndjson'
  json: boolean | undefined
  signal: AbortSignal
}

async function writeResults(
  client: Tinproof,
  id: string,
  { output, format, json, signal }: Target,
): Promise<number> {
  const again = `tinproof download ${id} -o ${output}${format === 'csv' ? '' : ` --format ${format}`}`
  const progress = progressBar()
  try {
    const ended = await client.batches.wait(id, {
      signal,
      maxRetries: WAIT_RETRIES,
      onProgress: progress.show,
    })
    progress.clear()
    if (ended.state === 'failed') {
      note(`The batch ${id} failed. ${ended.failure?.message ?? ''}`)
      return exitCodes.failed
    }
    const { body } = await client.batches.download(id, format, { signal })
    await write(body, output)
    const summary = json ? JSON.stringify(ended, null, 2) : summaryOf(ended, output)
    if (output === '-') note(summary)
    else print(summary)
    if (ended.state === 'completed') return exitCodes.done
    note(`The batch was canceled, so not all rows have a result.`)
    return exitCodes.failed
  } catch (error) {
    progress.clear()
    if (isRefusal(error) && !(error instanceof RateLimitError)) throw error
    note(`To get the results later, run: ${again}`)
    if (signal.aborted) return exitCodes.interrupted
    throw error
  }
}

/** The API can't end a response with an error, so it writes one. */
async function write(body: ReadableStream<Uint8Array> | null, output: string): Promise<void> {
  let end = ''
  async function* chunks() {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of body ?? []) {
        end = (end + decoder.decode(chunk, { stream: true })).slice(-200)
        yield chunk
      }
    } catch {
      throw new Error(INCOMPLETE)
    }
  }
  if (output === '-') await pipeline(chunks, process.stdout, { end: false })
  else await pipeline(chunks, createWriteStream(output))
  if (end.includes(INTERRUPTED)) throw new Error(INCOMPLETE)
}

function summaryOf({ rows, counts }: Batch, output: string): string {
  const results = Object.entries(counts).filter(([, count]) => count > 0)
  const parts = results.map(([result, count]) => `${count} ${result}`)
  const where = output === '-' ? 'standard output' : output
  return `${rows === 1 ? '1 row' : `${rows} rows`} (${parts.join(', ')}) written to ${where}`
}

const WIDTH = 30

/** Only for people who watch. */
function progressBar() {
  const { isTTY } = process.stderr
  return {
    show: ({ rows, pendingRows, registers }: Batch) => {
      if (!isTTY) return
      const done = rows - pendingRows
      const part = rows === 0 ? 0 : done / rows
      const [slowest] = [...registers].sort((a, b) => b.waiting - a.waiting)
      const waits = slowest ? `, ${slowest.waiting} wait for ${slowest.name}` : ''
      const filled = Math.round(part * WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      process.stderr.write(`\r\u001b[K${bar} ${Math.floor(part * 100)}% (${done} of ${rows}${waits})`)
    },
    clear: () => {
      if (isTTY) process.stderr.write('\r\u001b[K')
    },
  }
}
