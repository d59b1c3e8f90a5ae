import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultNumbers } from '#tests/result-numbers.ts'
import { results, validateSchema } from '#worker/validation/contract.ts'
import { answerInSandbox } from '#worker/validation/sandbox/answer.ts'

const answerTo = (json: unknown) => {
  const caller = { canUseRegisters: true, vatNumber: null, monthlyLimit: 100 }
  const options = { requestId: 'ref', now: new Date() }
  const { answer } = answerInSandbox(validateSchema.parse(json), caller, options)
  if (answer instanceof Error) throw answer
  return answer
}

const server = createServer(async (request, response) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(answerTo(JSON.parse(await text(request)))))
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve())))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const run = (...parameters: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const command = [
      'worker/npm-client/cli.ts',
      'validate',
      '--token',
      'tp_test_1',
      '--url',
      url,
      ...parameters,
    ]
    execFile(process.execPath, command, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })

const codes = { confirmed: 0, invalid: 1, unsupported: 2, format_only: 5, unconfirmed: 6, different_name: 7 }

test.each(results)('the command line prints %s with its sentence, and ends with its code', async (result) => {
  const number = resultNumbers.find((each) => each.result === result)
  if (!number) throw new Error(`no number is ${result}`)
  const { countryCode, tin, name } = number
  const { code, output } = await run(...(name ? ['--name', name] : []), '--', countryCode, tin)
  expect(output).toContain(`: ${result}`)
  expect(output).toContain(answerTo({ countryCode, tin, name }).reason)
  expect(code).toBe(codes[result])
})
