import { parseArgs } from 'node:util'

export type Option = { value?: string; short?: string; text: string }
type Options = Readonly<Record<string, Option>>
type Command = { readonly arguments: string; readonly text: string; readonly options: Options }

const common = {
  url: {
    value: 'url',
    text: 'URL of the API. Defaults to $TINPROOF_URL, then to the one that is stored with the token.',
  },
  help: { short: 'h', text: 'Print this help.' },
} as const

const authorized = {
  token: {
    value: 'token',
    text: 'API token. Defaults to $TINPROOF_TOKEN, then to the one that "tinproof login" stored.',
  },
  ...common,
} as const

const json = { json: { text: 'Print JSON.' } } as const
const noSource = { 'no-source': { text: 'Check only the format.' } } as const

export const commands = {
  validate: {
    arguments: '<country> <number>',
    text: 'Validate a number',
    options: {
      type: { value: 'type', text: 'Validate against one type only, such as DE.VAT.' },
      name: { value: 'name', text: 'Compare this name with the registered name.' },
      address: { value: 'address', text: 'Compare this address with the registered address.' },
      ...noSource,
      fresh: { text: 'Skip the cache and query the register.' },
      crs: {
        value: 'holder',
        text: 'Say whether the number is accepted in reports for a "person" or an "entity".',
      },
      wait: { text: 'If the register is down, wait until it responds, up to 24 hours.' },
      record: { text: 'Keep a signed record of the result.' },
      ...json,
      ...authorized,
    },
  },
  result: {
    arguments: '<validation>',
    text: 'Print the result of a validation that waits for its register',
    options: { wait: { text: 'Wait until the register responds.' }, ...json, ...authorized },
  },
  batch: {
    arguments: '<file.csv> -o <results.csv>',
    text: 'Validate a CSV file; "-" is standard input or output',
    options: {
      output: {
        value: 'file',
        short: 'o',
        text: 'Where to write the results, with your columns. Replaces a file.',
      },
      country: { value: 'code', text: 'Country of rows without one.' },
      'tin-column': { value: 'name', text: 'Column of the numbers, if its name is not recognized.' },
      'country-column': { value: 'name', text: 'Column of the countries.' },
      'name-column': { value: 'name', text: 'Column of the names to compare.' },
      'address-column': { value: 'name', text: 'Column of the addresses to compare.' },
      'type-column': { value: 'name', text: 'Column of the types.' },
      'kind-column': { value: 'name', text: 'Column of the kinds.' },
      'purpose-column': { value: 'name', text: 'Column of the purposes.' },
      'holder-column': { value: 'name', text: 'Column of the holders.' },
      'id-column': { value: 'name', text: 'Column of your own IDs.' },
      charset: {
        value: 'name',
        text: "Encoding of a file that isn't in Unicode, such as windows-1250. Defaults to windows-1252.",
      },
      'idempotency-key': {
        value: 'key',
        text: 'Within 24 hours, a run with the same key, file and options starts no second batch. Defaults to a new key.',
      },
      ...noSource,
      deadline: {
        value: 'hours',
        text: "1 to 72. Rows whose register hasn't responded by then are unconfirmed. Defaults to 24.",
      },
      ...json,
      ...authorized,
    },
  },
  download: {
    arguments: '<batch> -o <results.csv>',
    text: 'Wait for a batch and write its results',
    options: {
      output: { value: 'file', short: 'o', text: 'Where to write the results. Replaces a file.' },
      format: { value: 'format', text: '"csv" or "ndjson". Defaults to csv.' },
      ...json,
      ...authorized,
    },
  },
  listen: {
    arguments: '--forward <url>',
    text: 'Send events to a server on your machine',
    options: {
      forward: { value: 'url', text: 'Where to send events, such as http://localhost:3000/hook.' },
      live: { text: 'Receive live events. A live token needs it; a test token receives test events.' },
      secret: { value: 'secret', text: 'Secret that signs the requests. Defaults to a new one.' },
      after: { value: 'event', text: 'Start after this event instead of with the next one.' },
      ...authorized,
    },
  },
  verify: {
    arguments: '<file.json>...',
    text: 'Verify records, or chain.json and the records folder of an export',
    options: {
      jwks: { value: 'file', text: 'Keys to verify with. Defaults to the published ones.' },
      ...json,
      ...common,
    },
  },
  countries: {
    arguments: '[<country>]',
    text: 'List countries and types of numbers',
    options: { ...json, ...common },
  },
  login: {
    arguments: '',
    text: 'Store an API token, read from the terminal or standard input',
    options: common,
  },
  logout: { arguments: '', text: 'Delete the stored API token', options: { help: common.help } },
  completion: {
    arguments: '<shell>',
    text: 'Print a completion script for bash, zsh or fish',
    options: { help: common.help },
  },
} as const satisfies Readonly<Record<string, Command>>

export type CommandName = keyof typeof commands
type OptionsOf<Name extends CommandName> = (typeof commands)[Name]['options']

export type Values<Name extends CommandName> = {
  readonly [Each in keyof OptionsOf<Name>]?: OptionsOf<Name>[Each] extends { value: string }
    ? string
    : boolean
}

export const exitCodes = {
  confirmed: 0,
  done: 0,
  invalid: 1,
  unsupported: 2,
  failed: 3,
  usage: 4,
  format_only: 5,
  unconfirmed: 6,
  different_name: 7,
  interrupted: 130,
} as const

export class UsageError extends Error {}

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)

export function readOptions<Name extends CommandName>(name: Name, parameters: string[]) {
  const options = Object.fromEntries(
    Object.entries<Option>(commands[name].options).map(([each, { value, short }]) => [
      each,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
    ]),
  )
  try {
    const allowPositionals = /^[<[]/.test(commands[name].arguments)
    const { values, positionals } = parseArgs({ args: parameters, options, allowPositionals })
    return { values: values as Values<Name>, positionals }
  } catch (error) {
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split('. ')
    throw new UsageError(sentence)
  }
}

const table = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

const exitCodeTexts = `Exit codes:
  0  confirmed, or the command succeeded
  1  invalid, or a record was changed or is missing
  2  unsupported
  3  the request failed
  4  usage error
  5  format_only
  6  unconfirmed
  7  different_name
130  interrupted`

export function helpOf(name: CommandName): string {
  const { arguments: parameters, text, options } = commands[name]
  const rows = Object.entries<Option>(options).map(([each, { value, short, text }]) => {
    const flag = `${short ? `-${short}, ` : '    '}--${each}`
    return [value ? `${flag} <${value}>` : flag, text] as const
  })
  return `${text}.\n\nUsage: ${`tinproof ${name} ${parameters}`.trim()}\n\n${table(rows)}\n\n${exitCodeTexts}\n`
}

export const help = `Validates tax identification numbers with the Tinproof API.

Usage:
${table(Object.entries(commands).map(([name, { arguments: parameters, text }]) => [`tinproof ${name} ${parameters}`, text]))}

"tinproof <command> --help" lists the options of a command, and "tinproof --version" prints the version.

${exitCodeTexts}
`
