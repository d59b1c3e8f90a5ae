import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Tinproof } from '../client.ts'
import { exitCodes, UsageError, type Values } from './arguments.ts'
import { note } from './io.ts'

type Access = { token?: string | undefined; url?: string | undefined }

const givenToken = ({ token }: Access) => token || process.env.TINPROOF_TOKEN

function givenUrl(access: Access): string | undefined {
  const url = access.url || process.env.TINPROOF_URL || undefined
  if (url && !(/^https?:/i.test(url) && URL.canParse(url)))
    throw new UsageError(`${url} isn't a URL, such as https://example.com.`)
  return url
}

/** The stored URL is only for the stored token. */
export const urlOf = async (access: Access): Promise<string | undefined> =>
  givenUrl(access) ?? (givenToken(access) ? undefined : (await readStored()).url)

export async function tokenOf(access: Access): Promise<string> {
  const found = givenToken(access) || (await readStored()).token
  if (!found) throw new UsageError('Run "tinproof login", set TINPROOF_TOKEN or pass --token.')
  return found
}

export const clientOf = async (access: Access): Promise<Tinproof> =>
  new Tinproof({ token: await tokenOf(access), baseUrl: await urlOf(access) })

export async function login(values: Values<'login'>): Promise<number> {
  const token = (await readToken()).trim()
  if (!/^tp_(live|test)_[\w.-]+$/.test(token))
    throw new UsageError('A token starts with tp_live_ or tp_test_.')
  const url = givenUrl(values)
  await new Tinproof({ token, baseUrl: url }).batches.list({ limit: 1 })
  const file = tokenFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // A file that is there would keep its permissions.
  await rm(file, { force: true })
  await writeFile(file, `${token}\n${url ?? ''}`, { mode: 0o600, flag: 'wx' })
  note(`Stored in ${file}${url ? ` for ${url}` : ''}.`)
  if (process.env.TINPROOF_TOKEN) note('TINPROOF_TOKEN is set and wins over it.')
  return exitCodes.done
}

export async function logout(): Promise<number> {
  await rm(tokenFile(), { force: true })
  note('No token is stored now.')
  return exitCodes.done
}

function tokenFile(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  const folder =
    process.platform === 'win32'
      ? APPDATA || join(homedir(), 'AppData', 'Roaming')
      : XDG_CONFIG_HOME || join(homedir(), '.config')
  return join(folder, 'tinproof', 'token')
}

async function readStored(): Promise<Access> {
  const text = await readFile(tokenFile(), 'utf8').catch(() => '')
  const [token, url] = text.split('\n').map((line) => line.trim() || undefined)
  return { token, url }
}

async function readToken(): Promise<string> {
  const { stdin, stderr } = process
  if (stdin.isTTY) stderr.write('API token: ')
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY })
  lines.once('SIGINT', () => {
    note('')
    process.exit(exitCodes.interrupted)
  })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stderr.write('\n')
  }
}
