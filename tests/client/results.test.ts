import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resultNumbers, sandboxAnswerTo } from '#tests/result-numbers.ts'
import { Tinproof } from '#worker/npm-client/index.ts'
import { results } from '#worker/validation/contract.ts'

const server = createServer(async (request, response) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(sandboxAnswerTo(JSON.parse(await text(request)))))
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve())))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const run = (...parameters: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const command = [
      'worker/npm-client/cli.ts',
      'validate',
      '--token',
      'tp_test_1',
      '--url',
      url(),
      ...parameters,
    ]
    execFile(process.execPath, command, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })

const codes = { confirmed: 0, invalid: 1, unsupported: 2, format_only: 5, unconfirmed: 6, different_name: 7 }

test('the client returns each result with its sentence', async () => {
  const client = new Tinproof({ token: 'tp_test_1', baseUrl: url() })
  for (const { result, ...item } of resultNumbers) {
    const { reason } = sandboxAnswerTo(item)
    expect(await client.validate(item)).toMatchObject({ result, reason })
  }
})

describe('the command line', { tags: 'deep' }, () => {
  test.each(results)('prints %s with its sentence, and ends with its code', async (result) => {
    for (const { result: _, ...item } of resultNumbers.filter((each) => each.result === result)) {
      const { countryCode, tin, name } = item
      const { code, output } = await run(...(name ? ['--name', name] : []), '--', countryCode, tin)
      expect(output).toContain(`: ${result}`)
      expect(output).toContain(sandboxAnswerTo(item).reason)
      expect(code).toBe(codes[result])
    }
  })
})
