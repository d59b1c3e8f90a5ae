import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { REGISTER_KEYS } from '#tests/fakes/registers/keys.ts'
import { killRemaining, onNpmExit, onShutdown, StartError } from './processes.ts'
import { removeData, type Stack, startStack } from './stack.ts'

const HELP = 'Usage: npm run dev -- [--port NUMBER] [--fresh] [--real-registers]'
const SECONDS_TO_STOP = 10
const dataDir = join(import.meta.dirname, '../../.local')

function readArguments(): { port: number; fresh: boolean; realRegisters: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        fresh: { type: 'boolean' },
        'real-registers': { type: 'boolean' },
      },
    })
    const port = Number(values.port ?? process.env.PORT ?? 5173)
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Error('the port must be between 1 and 65535')
    return { port, fresh: values.fresh === true, realRegisters: values['real-registers'] === true }
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message.split('.')[0] : error}. ${HELP}`)
  }
}

const realRegisterSettings = Object.fromEntries(
  ['REGISTERS_URL', ...Object.keys(REGISTER_KEYS)].map((name) => [name, '']),
)

const welcome = ({ url, apiToken, fakes }: Stack) => `
  Tinproof   ${url}
  API        ${url}/api
  Docs       ${url}/docs/
  Mailbox    ${url}/dev/mailbox

  User       demo@tinproof.test / demo-password
  Admin      admin@tinproof.test / admin-password
  API token  ${apiToken}
  Redis      ${fakes.redis.description}

curl -s ${url}/api/tinproof/validate -H 'Authorization: Bearer ${apiToken}' -H 'Content-Type: application/json' -d '{"countryCode":"DE","tin":"136695976"}'

ready`

async function start(): Promise<Stack> {
  const { port, fresh, realRegisters } = readArguments()
  if (fresh) removeData(dataDir)
  const stack = await startStack({
    mode: 'dev',
    port,
    dataDir,
    print: (line) => console.log(line),
    // Registers that need a key are then off, unless .dev.vars has the key.
    settings: { ADMIN_WITHOUT_TWO_FACTOR: 'on', ...(realRegisters && realRegisterSettings) },
  })
  // The status page has content from the start.
  await stack.runCron()
  return stack
}

let stopping = false

async function stop(started: Promise<Stack>, code: number): Promise<void> {
  if (stopping) return
  stopping = true
  const orderly = started.then((stack) => stack.stop()).catch(() => {})
  const late = new Promise((resolve) => setTimeout(resolve, SECONDS_TO_STOP * 1000).unref())
  await Promise.race([orderly, late])
  killRemaining()
  process.exit(code)
}

// Stop everything even when the terminal is closed.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

const started = start()
onShutdown(() => void stop(started, 0))

onNpmExit(() => void stop(started, 0))

try {
  console.log(welcome(await started))
} catch (error) {
  if (!stopping) {
    console.error(error instanceof StartError ? error.message : error)
    killRemaining()
    process.exit(1)
  }
}
