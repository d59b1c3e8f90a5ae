// @module-tag deep
import { describe, expect, it } from 'vitest'
import { MAX_LISTED_CHANGES } from '#worker/batches/contract.ts'
import { answerKey } from '#worker/registers/cached-answer.ts'
import { refusal } from '../harness.ts'
import { openBatchWorker } from './batch-worker.ts'

const worker = await openBatchWorker('batch_compare')
const { run, changes } = await worker.customer()

const GOOD = { countryCode: 'DE', tin: '136695976' }
const make = async (items: readonly object[]) => (await run(items, { source: false })).id

describe('a comparison with an earlier batch', () => {
  it('finds what is new, changed and gone by ID, or else by number', async () => {
    const since = await make([
      { ...GOOD, customId: 'a' },
      { ...GOOD, customId: 'b' },
      { ...GOOD, customId: 'left' },
      { countryCode: 'FR', tin: 'FR40303265045' },
      { countryCode: 'FR', tin: '1' },
    ])
    const now = await make([
      { ...GOOD, customId: 'a' },
      { ...GOOD, tin: '136695975', customId: 'b' },
      { countryCode: 'FR', tin: '40 303 265 045' },
      { ...GOOD, customId: 'joined' },
      { ...GOOD, customId: 'joined' },
    ])
    const { body } = await changes(now, since)
    expect(body.counts).toEqual({ new: 1, changed: 1, gone: 2 })
    expect(body.changes).toMatchObject([
      { change: 'changed', customId: 'b', before: { result: 'format_only' }, after: { result: 'invalid' } },
      { change: 'new', customId: 'joined', before: null },
      { change: 'gone', customId: 'left', after: null },
      { change: 'gone', customId: null, before: { tin: '1' }, after: null },
    ])
    expect((await changes(since, since)).body.changes).toEqual([])
    const other = await worker.customer()
    const theirs = (await other.run([GOOD], { source: false })).id
    for (const answer of [await changes(now, theirs), await changes(theirs, now)])
      expect(refusal(answer)).toEqual([404, 'BATCH_NOT_FOUND'])
  })

  it('sees another name, but no other case or punctuation', async () => {
    const danish = { countryCode: 'DK', tin: '13748136' }
    const since = await run([danish])
    await worker.settle()
    const request = { identifier: 'DK.CVR', compact: danish.tin, requester: null }
    const key = await answerKey(worker.context().settings, request)
    const cached = JSON.parse(String(await worker.redis('GET', key)))
    const changesWith = async (name: string) => {
      const answer = { ...cached.answer, name }
      await worker.redis('SET', key, JSON.stringify({ ...cached, answer, answeredAt: Date.now() }))
      return (await changes((await run([danish])).id, since.id)).body.counts.changed
    }
    const { name } = cached.answer
    expect(await changesWith(` ${name.toLowerCase().replace(' ', ',  ')}.`)).toBe(0)
    expect(await changesWith(`Other ${name}`)).toBe(1)
  })

  it('sees each number of an ID, and nothing in the same file', async () => {
    const makeWith = (second: string) =>
      make([
        { ...GOOD, customId: 'c' },
        { countryCode: 'FR', tin: second, customId: 'c' },
        { ...GOOD, kind: 'vat' },
        { ...GOOD, kind: 'tin' },
      ])
    const since = await makeWith('FR40303265045')
    const same = await makeWith('FR40303265045')
    const other = await makeWith('1')
    expect((await changes(same, since)).body.changes).toEqual([])
    expect((await changes(other, since)).body.changes).toMatchObject([
      { change: 'new', customId: 'c', after: { tin: '1', result: 'invalid' } },
      { change: 'gone', customId: 'c', before: { tin: 'FR40303265045' } },
    ])
  })

  it('lists the first changes of each kind', async () => {
    const count = MAX_LISTED_CHANGES + 1
    const makeWith = (ids: string) =>
      make(Array.from({ length: count }, (_, at) => ({ ...GOOD, customId: `${ids} ${at}` })))
    const since = await makeWith('left')
    const { body } = await changes(await makeWith('joined'), since)
    expect(body.counts).toEqual({ new: count, changed: 0, gone: count })
    for (const kind of ['new', 'gone'])
      expect(body.changes.filter(({ change }) => change === kind)).toHaveLength(MAX_LISTED_CHANGES)
  })
})
