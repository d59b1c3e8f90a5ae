#!/usr/bin/env node
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { DEFAULT_URL } from './http.ts'
import {
  type Batch,
  type ChainFile,
  type Jwks,
  type RecordFile,
  type SignedChain,
  type SignedRecord,
  Tinproof,
  TinproofError,
  type Validation,
  verifyChain,
  verifyRecord,
} from './index.ts'
import { forwardEvents } from './listen.ts'

const HELP = `Validates tax identification numbers with the Tinproof API.

Usage:
  tinproof validate <country> <number> [options]
  tinproof batch <file.csv> -o <out.csv> [options]
  tinproof listen --forward <url> [options]
  tinproof verify <file.json>... [options]
  tinproof countries [options]

Options:
  --token <token>     API token. Defaults to $TINPROOF_TOKEN.
  --url <url>         Base URL of the API. Defaults to $TINPROOF_URL.
  --json              Print JSON.
  -h, --help          Print this help.

validate:
  --type <type>       Validate against one type only, such as DE.VAT.
  --name <name>       Compare this name with the registered name.
  --address <address> Compare this address with the registered address.
  --no-source         Check only the format.
  --fresh             Skip the cache and query the register.
  --crs <holder>      Say whether the number is accepted in reports for a person or an entity.
  --wait              If the register is down, wait until it responds, up to 24 hours.
  --record            Keep a signed record of the result.

batch:
  -o, --output <file> File to write the results to. It keeps your columns.
  --country <code>    Country for rows without one.
  --no-source         Check only the format.
  --deadline <hours>  Rows whose register hasn't responded by then are unconfirmed. Defaults to 24.

listen:
  --forward <url>     Where to send events, such as http://localhost:3000/hook.
  --live              Receive live events. A live token needs it; a test token receives test events.
  --secret <secret>   Secret that signs the requests. Defaults to a new one.
  --after <event>     Start after this event instead of with the next one.

verify: records, or chain.json and all records of an export. Needs no token.
  --jwks <file>       Keys to verify with. By default, the published ones.

Exit codes:
  0  confirmed, or the command succeeded
  1  invalid, or a record was changed or is missing
  2  unsupported
  3  the request failed
  4  usage error
  5  format_only
  6  unconfirmed
  7  different_name
`

const exitCodes = {
  confirmed: 0,
  done: 0,
  invalid: 1,
  unsupported: 2,
  failed: 3,
  usage: 4,
  format_only: 5,
  unconfirmed: 6,
  different_name: 7,
} as const

class UsageError extends Error {}

const options = {
  token: { type: 'string' },
  url: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  type: { type: 'string' },
  name: { type: 'string' },
  address: { type: 'string' },
  'no-source': { type: 'boolean' },
  fresh: { type: 'boolean' },
  crs: { type: 'string' },
  wait: { type: 'boolean' },
  record: { type: 'boolean' },
  jwks: { type: 'string' },
  output: { type: 'string', short: 'o' },
  country: { type: 'string' },
  deadline: { type: 'string' },
  forward: { type: 'string' },
  live: { type: 'boolean' },
  secret: { type: 'string' },
  after: { type: 'string' },
} as const

type Options = ReturnType<typeof readArguments>['values']

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

async function run(): Promise<number> {
  const { values, positionals } = readArguments()
  const [command, ...rest] = positionals
  if (values.help || command === undefined) {
    process.stdout.write(HELP)
    return values.help ? exitCodes.done : exitCodes.usage
  }
  if (command === 'validate') return await validate(values, rest)
  if (command === 'batch') return await validateFile(values, rest)
  if (command === 'listen') return await listen(values)
  if (command === 'verify') return await verifyFiles(values, rest)
  if (command === 'countries') return await listCountries(values)
  throw new UsageError(`Unknown command: ${command}`)
}

function clientOf({ token = process.env.TINPROOF_TOKEN, url = process.env.TINPROOF_URL }: Options): Tinproof {
  if (!token) throw new UsageError('Set TINPROOF_TOKEN or pass --token.')
  return new Tinproof({ token, ...(url && { baseUrl: url }) })
}

async function validate(values: Options, [countryCode, ...parts]: readonly string[]): Promise<number> {
  const tin = parts.join(' ')
  if (!countryCode || !tin)
    throw new UsageError('Pass a country and a number: tinproof validate DE 136695976')
  const client = clientOf(values)
  const answered = await client.validate({
    countryCode,
    tin,
    type: values.type,
    name: values.name,
    address: values.address,
    ...(values['no-source'] && { source: false }),
    ...(values.fresh && { fresh: true }),
    ...(values.crs && { purpose: 'crs', holder: holderOf(values.crs) }),
    ...(values.wait && { async: 'until_confirmed' }),
    ...(values.record && { record: true }),
  })
  const { pending, validationId } = answered
  if (pending) process.stderr.write(`${answered.reason} Waiting (${validationId}).\n`)
  const validation = pending && validationId ? await client.validations.wait(validationId) : answered
  print(values.json ? JSON.stringify(validation, null, 2) : describe(validation))
  return exitCodes[validation.result]
}

function holderOf(text: string): 'person' | 'entity' {
  if (text === 'person' || text === 'entity') return text
  throw new UsageError('--crs must be person or entity.')
}

function describe({
  result,
  reason,
  countryCode,
  tin,
  tinInfo,
  entity,
  errors,
  warnings,
  reporting,
}: Validation): string {
  const number = `${countryCode} ${tinInfo.formattedTin ?? tin}`
  return [
    `${number}: ${result}${tinInfo.name ? ` (${tinInfo.name})` : ''}`,
    reason,
    ...(reporting ? [reporting.message] : []),
    ...(entity.name ? [[entity.name, entity.address].filter(Boolean).join(', ')] : []),
    ...[...errors, ...warnings]
      .filter(({ message }) => !reason.includes(message))
      .map(({ code, message }) => `${message} (${code})`),
  ].join('\n')
}

async function validateFile(values: Options, [path]: readonly string[]): Promise<number> {
  const { output, country } = values
  if (!path || !output) throw new UsageError('Pass a file and an output: tinproof batch in.csv -o out.csv')
  const deadlineHours = values.deadline === undefined ? undefined : Number(values.deadline)
  if (deadlineHours !== undefined && !Number.isInteger(deadlineHours)) {
    throw new UsageError('--deadline must be a whole number of hours.')
  }
  const client = clientOf(values)
  const csv = await readFile(path).catch(() => {
    throw new UsageError(`Can't read ${path}`)
  })
  if (csv.length === 0) throw new UsageError(`${path} is empty`)
  const { id } = await client.batches.create({
    csv: new Blob([csv]),
    name: basename(path),
    deadlineHours,
    ...(country !== undefined && { defaultCountry: country }),
    ...(values['no-source'] && { source: false }),
  })
  const bar = progressBar()
  const batch = await client.batches.wait(id, { onProgress: bar.show })
  bar.end()
  if (batch.state !== 'completed') {
    process.stderr.write(`The batch ${id} is ${batch.state}. ${batch.failure?.message ?? ''}\n`)
    return exitCodes.failed
  }
  const { body } = await client.batches.download(id, 'csv')
  await writeFile(output, body ?? '')
  print(values.json ? JSON.stringify(batch, null, 2) : summaryOf(batch, output))
  return exitCodes.done
}

function summaryOf({ id, rows, counts }: Batch, output: string): string {
  const results = Object.entries(counts).filter(([, count]) => count > 0)
  const parts = results.map(([result, count]) => `${count} ${result}`)
  return `${rows} rows (${parts.join(', ')}) written to ${output}\nBatch ${id}`
}

const WIDTH = 30

/** On standard error, so that the output can be piped. A line per change where there is no terminal. */
function progressBar() {
  const { isTTY } = process.stderr
  let last = -1
  return {
    show: ({ rows, pendingRows, registers }: Batch) => {
      const done = rows - pendingRows
      const percent = rows === 0 ? 0 : Math.floor((done / rows) * 100)
      const [slowest] = [...registers].sort((a, b) => b.waiting - a.waiting)
      const waits = slowest ? `, ${slowest.waiting} wait for ${slowest.name}` : ''
      if (isTTY) {
        const filled = Math.round((percent / 100) * WIDTH)
        const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
        process.stderr.write(`\r\u001b[K${bar} ${percent}% (${done} of ${rows}${waits})`)
      } else if (percent !== last) process.stderr.write(`${percent}% (${done} of ${rows}${waits})\n`)
      last = percent
    },
    end: () => {
      if (isTTY) process.stderr.write('\r\u001b[K')
    },
  }
}

async function listen(values: Options): Promise<number> {
  const { forward = '', after, secret = newSecret() } = values
  if (!/^https?:/.test(forward) || !URL.canParse(forward))
    throw new UsageError('Pass the URL of your server: tinproof listen --forward http://localhost:3000/hook')
  if (!/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret))
    throw new UsageError('--secret must start with whsec_')
  const client = clientOf(values)
  const isTest = (values.token ?? process.env.TINPROOF_TOKEN)?.startsWith('tp_test_')
  if (!isTest && !values.live)
    throw new UsageError('This is a live token. Use a test token, or pass --live to receive live events.')
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  const { signal } = controller
  const url = new URL(forward)
  print(`Forwarding ${isTest ? 'test' : 'live'} events to ${url}. Press Ctrl-C to stop.\nSecret: ${secret}`)
  const last = await forwardEvents({ client, url, secret, after, signal, print })
  print(last ? `To continue later, add: --after ${last} --secret ${secret}` : 'No events.')
  return exitCodes.done
}

const newSecret = () => `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64')}`
type SignedFile = ChainFile | RecordFile

async function verifyFiles({ jwks, url, json }: Options, paths: readonly string[]): Promise<number> {
  if (paths.length === 0) throw new UsageError('Pass the files: tinproof verify record.json')
  const keys = jwks === undefined ? await publishedKeys(url) : await readJsonFile<Jwks>(jwks)
  const files = await Promise.all(paths.map((path) => readJsonFile<SignedFile>(path)))
  const chains = files.filter((file) => 'chain' in file)
  const records = files.filter((file) => 'record' in file)
  if (chains.length > 1 || chains.length + records.length < files.length)
    throw new UsageError('Pass records, and at most one chain.json.')
  try {
    const [chain] = chains
    if (chain) print(summaryOfChain(await verifyChain(chain, records, keys)))
    else
      for (const [index, file] of records.entries()) {
        const record = await verifyRecord(file, keys)
        print(json ? JSON.stringify(record, null, 2) : `${paths[index]}: ${summaryOfRecord(record)}`)
      }
    return exitCodes.done
  } catch (error) {
    if (!(error instanceof TinproofError)) throw error
    process.stderr.write(`${error.message} (${error.code})\n`)
    return exitCodes.invalid
  }
}

async function readJsonFile<Content>(path: string): Promise<Content> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    throw new UsageError(`Can't read ${path}`)
  }
}

async function publishedKeys(url = process.env.TINPROOF_URL || DEFAULT_URL): Promise<Jwks> {
  const response = await fetch(new URL('/.well-known/jwks.json', url))
  if (!response.ok) throw new Error(`The keys couldn't be read: status ${response.status}.`)
  return await response.json()
}

const summaryOfRecord = ({ number, keptAt, response }: SignedRecord) =>
  `verified. Record ${number} of ${keptAt}: ${response.countryCode} ${response.tin} was ${response.result}.`

function summaryOfChain({ exportedAt, records }: SignedChain): string {
  const deleted = records.filter(({ deletedAt }) => deletedAt !== null).length
  const kept = records.length - deleted
  return `verified. ${kept} ${kept === 1 ? 'record' : 'records'}, ${deleted} deleted, none missing, as of ${exportedAt}.`
}

async function listCountries(values: Options): Promise<number> {
  const answer = await clientOf(values).countries()
  print(
    values.json
      ? JSON.stringify(answer, null, 2)
      : answer.countries
          .flatMap(({ name, types }) => types.map((each) => `${each.id.padEnd(16)} ${name}: ${each.name}`))
          .join('\n'),
  )
  return exitCodes.done
}

const print = (text: string) => process.stdout.write(`${text}\n`)

try {
  process.exitCode = await run()
} catch (error) {
  const isUsage = error instanceof UsageError
  const hints =
    error instanceof TinproofError ? [error.code, error.requestId, error.docs].filter(Boolean) : []
  process.stderr.write(
    `${error instanceof Error ? error.message : error}${hints.length ? ` (${hints.join(', ')})` : ''}\n`,
  )
  if (isUsage) process.stderr.write('Run "tinproof --help" for help.\n')
  process.exitCode = isUsage ? exitCodes.usage : exitCodes.failed
}
