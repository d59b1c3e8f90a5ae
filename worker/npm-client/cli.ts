#!/usr/bin/env node
import { exitCodes, help, helpOf, isCommand, readOptions, UsageError } from './cli/arguments.ts'
import { batch, download } from './cli/batch.ts'
import { printCompletion } from './cli/completion.ts'
import { listCountries } from './cli/countries.ts'
import { note, print } from './cli/io.ts'
import { listen } from './cli/listen.ts'
import { login, logout } from './cli/token.ts'
import { result, validate } from './cli/validate.ts'
import { verify } from './cli/verify.ts'
import { TinproofError } from './error.ts'
import { VERSION } from './http.ts'

async function run([command = '', ...parameters]: string[]): Promise<number> {
  const [name = ''] = parameters
  if (command === '--version' || command === '-v') {
    print(VERSION)
    return exitCodes.done
  }
  if (['', 'help', '--help', '-h'].includes(command)) {
    process.stdout.write(isCommand(name) ? helpOf(name) : help)
    return command === '' ? exitCodes.usage : exitCodes.done
  }
  if (command.startsWith('-')) throw new UsageError('Options come after the command.')
  if (!isCommand(command)) throw new UsageError(`Unknown command: ${command}`)
  const { values, positionals } = readOptions(command, parameters)
  if (values.help) {
    process.stdout.write(helpOf(command))
    return exitCodes.done
  }
  switch (command) {
    case 'validate':
      return await validate(values, positionals)
    case 'result':
      return await result(values, positionals)
    case 'batch':
      return await batch(values, positionals)
    case 'download':
      return await download(values, positionals)
    case 'listen':
      return await listen(values)
    case 'verify':
      return await verify(values, positionals)
    case 'countries':
      return await listCountries(values, positionals)
    case 'login':
      return await login(values)
    case 'logout':
      return await logout()
    case 'completion':
      return printCompletion(positionals)
  }
}

// The reader of a pipe has what it wanted, such as `head`.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(exitCodes.done)
  note(message)
  process.exit(exitCodes.failed)
})
// Without a reader of its notes, a command goes on.
process.stderr.on('error', () => undefined)

function systemCodeOf({ cause }: Error): string | undefined {
  if (!(cause instanceof Error)) return undefined
  const { code }: NodeJS.ErrnoException = cause
  return systemCodeOf(cause) ?? (typeof code === 'string' ? code : undefined)
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const isUsage = error instanceof UsageError
  const hints =
    error instanceof TinproofError
      ? [...new Set([error.code, systemCodeOf(error), error.requestId, error.docs])].filter(Boolean)
      : []
  note(`${error instanceof Error ? error.message : error}${hints.length ? ` (${hints.join(', ')})` : ''}`)
  const [, , command = ''] = process.argv
  if (isUsage) note(`Run "tinproof ${isCommand(command) ? `${command} ` : ''}--help" for help.`)
  process.exitCode = isUsage ? exitCodes.usage : exitCodes.failed
}
// After all output is written. Connections that fail behind a proxy would keep the command running.
process.stdout.write('', (error) => error || process.stderr.write('', () => process.exit()))
