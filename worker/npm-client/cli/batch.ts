import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, copyFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Tinproof } from '../client.ts'
import { RateLimitError, TinproofError } from '../error.ts'
import { isLost } from '../http.ts'
import type { Batch } from '../types.ts'
import { exitCodes, UsageError, type Values } from './arguments.ts'
import { interruptSignal, note, print } from './io.ts'
import { clientOf } from './token.ts'

const textOptions = {
  charset: 'charset',
  defaultCountry: 'country',
  tinColumn: 'tin-column',
  countryColumn: 'country-column',
  nameColumn: 'name-column',
  addressColumn: 'address-column',
  typeColumn: 'type-column',
  kindColumn: 'kind-column',
  purposeColumn: 'purpose-column',
  holderColumn: 'holder-column',
  customIdColumn: 'id-column',
} as const
const options: Readonly<Record<string, string>> = { ...textOptions, deadlineHours: 'deadline' }

const withOptions = (message: string) =>
  message.replaceAll(/\w+/g, (word) => (Object.hasOwn(options, word) ? `--${options[word]}` : word))

export async function batch(values: Values<'batch'>, [path, another]: readonly string[]): Promise<number> {
  if (!path || another) throw new UsageError('Pass one file and an output: tinproof batch in.csv -o out.csv')
  const output = await checkedOutput(values.output)
  if (await isSameFile(path, output)) throw new UsageError("The output can't be the file itself")
  const client = await clientOf(values)
  const input = {
    csv: await readFile(path),
    name: path === '-' ? undefined : basename(path),
    deadlineHours: hoursOf(values.deadline),
    ...Object.fromEntries(Object.entries(textOptions).map(([field, option]) => [field, values[option]])),
    ...(values['no-source'] && { source: false }),
  }
  const signal = interruptSignal()
  const uploading = client.batches.create(input, { signal, idempotencyKey: values['idempotency-key'] })
  const started = await noting(`Still uploading ${input.name ?? 'standard input'}.`, uploading).catch(
    (error: unknown) => {
      if (error instanceof TinproofError) error.message = withOptions(error.message)
      // A request that can't be made isn't sent.
      if (!isRefusal(error) && !(error instanceof TypeError))
        note(
          'The batch may have started. Before you repeat this, look for it under Batches in the dashboard.',
        )
      if (!signal.aborted) throw error
    },
  )
  if (!started) return exitCodes.interrupted
  note(`Batch ${started.id} started.`)
  return await writeResults(client, started.id, { ...values, output, format: 'csv', signal })
}

export async function download(
  values: Values<'download'>,
  [id, another]: readonly string[],
): Promise<number> {
  if (!id || another)
    throw new UsageError('Pass one batch and an output: tinproof download batch_… -o out.csv')
  const { format = 'csv' } = values
  if (format !== 'csv' && format !== 'ndjson') throw new UsageError('--format must be csv or ndjson.')
  const output = await checkedOutput(values.output)
  const client = await clientOf(values)
  return await writeResults(client, id, { ...values, output, format, signal: interruptSignal() })
}

/** Before the batch costs anything. */
async function checkedOutput(output: string | undefined): Promise<string> {
  if (!output)
    throw new UsageError('Pass where to write the results: -o results.csv, or -o - for standard output')
  if (output === '-') return output
  const existing = await stat(output).catch(() => null)
  if (existing?.isDirectory() || !(await isWritable(existing ? output : dirname(output))))
    throw new UsageError(`Can't write ${output}`)
  return output
}

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  )

/** Also through a link, or as standard input. */
async function isSameFile(path: string, output: string): Promise<boolean> {
  if (output === '-') return false
  const [input, existing] = await Promise.all(
    [path === '-' ? '/dev/stdin' : path, output].map((each) =>
      stat(each, { bigint: true }).catch(() => null),
    ),
  )
  return !!existing?.isFile() && input?.ino === existing.ino && input.dev === existing.dev
}

async function readFile(path: string): Promise<Blob> {
  const source = path === '-' ? process.stdin : createReadStream(path)
  const content = await buffer(source).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`Can't read ${path} (${code})`)
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

/** Otherwise the API may have done it, perhaps at an earlier attempt. */
const isRefusal = (error: unknown) =>
  error instanceof TinproofError && !isLost(error) && !(error.cause instanceof TinproofError)

type Target = {
  output: string
  format: 'csv' | 'ndjson'
  json?: boolean
  url?: string
  signal: AbortSignal
}

async function writeResults(
  client: Tinproof,
  id: string,
  { output, format, json, url, signal }: Target,
): Promise<number> {
  const parameters = [id, '-o', output, ...(format === 'csv' ? [] : ['--format', format])]
  const again = [...parameters, ...(url ? ['--url', url] : [])].map(quoted).join(' ')
  const progress = progressBar()
  try {
    const ended = await client.batches.wait(id, { signal, onProgress: progress.show })
    progress.clear()
    if (ended.state === 'failed') {
      note(`The batch ${id} failed. ${ended.failure?.message ?? ''}`)
      return exitCodes.failed
    }
    const { body } = await noting(
      'Still waiting for the results.',
      client.batches.download(id, format, { signal }),
    )
    await write(body ?? [], output)
    const summary = json ? JSON.stringify(ended, null, 2) : summaryOf(ended, output)
    if (output === '-') note(summary)
    else print(summary)
    if (ended.state === 'completed') return exitCodes.done
    note(`The batch was canceled, so not all rows have a result.`)
    return exitCodes.failed
  } catch (error) {
    progress.clear()
    if (isRefusal(error) && !(error instanceof RateLimitError)) throw error
    note(`To get the results later, run: tinproof download ${again}`)
    if (signal.aborted) return exitCodes.interrupted
    throw error
  }
}

/** In a shell of any system. */
const quoted = (text: string) => (text.includes(' ') ? `"${text}"` : text)

/** Some of the results must not pass for all of them, also if the command is killed. */
async function write(body: AsyncIterable<Uint8Array> | [], output: string): Promise<void> {
  if (output === '-') {
    await pipeline(body, process.stdout, { end: false })
    return
  }
  const target = await realpath(output).catch(() => output)
  const existing = await stat(target).catch(() => null)
  if (existing?.isFile() === false || !(await isWritable(dirname(target)))) {
    await pipeline(body, createWriteStream(target)).catch((error: unknown) => {
      note(`${output} is incomplete.`)
      throw error
    })
    return
  }
  const part = `${target}.${process.pid}.part`
  try {
    await pipeline(body, createWriteStream(part, { mode: existing?.mode }))
    // A file that is mounted can't be replaced.
    await rename(part, target).catch(() => copyFile(part, target))
  } finally {
    await rm(part, { force: true })
  }
}

function summaryOf({ rows, counts }: Batch, output: string): string {
  const results = Object.entries(counts).filter(([, count]) => count > 0)
  const parts = results.map(([result, count]) => `${count} ${result}`)
  const where = output === '-' ? 'standard output' : output
  return `${rows === 1 ? '1 row' : `${rows} rows`} (${parts.join(', ')}) written to ${where}`
}

const NOTE_MS = 10_000

/** A connection that hangs is given up only after minutes. */
async function noting<Data>(text: string, work: Promise<Data>): Promise<Data> {
  const timer = setInterval(note, NOTE_MS, text)
  return await work.finally(() => clearInterval(timer))
}

const WIDTH = 30

function progressBar() {
  const { isTTY } = process.stderr
  return {
    show: ({ rows, pendingRows, registers }: Batch) => {
      if (!isTTY) return
      const done = rows - pendingRows
      const part = rows === 0 ? 0 : done / rows
      const [slowest] = [...registers].sort((a, b) => b.waiting - a.waiting)
      const waits = slowest ? `, ${slowest.waiting} wait for ${slowest.name}` : ''
      const text = ` ${Math.floor(part * 100)}% (${done} of ${rows}${waits})`
      // On two lines, it could not be cleared.
      const room = (process.stderr.columns || 80) - 1
      const width = Math.max(0, Math.min(WIDTH, room - text.length))
      const filled = Math.round(part * width)
      const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
      process.stderr.write(`\r\u001b[K${`${bar}${text}`.slice(0, room)}`)
    },
    clear: () => {
      if (isTTY) process.stderr.write('\r\u001b[K')
    },
  }
}
