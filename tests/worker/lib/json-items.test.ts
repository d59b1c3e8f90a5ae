import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonItems } from '#worker/lib/json-items.ts'

function read(text: string, size = text.length || 1) {
  const items = new JsonItems(50)
  const elements: (string | undefined)[] = []
  for (let from = 0; from < text.length; from += size)
    elements.push(...items.push(text.slice(from, from + size)))
  return {
    elements: elements.map((each) => (each === undefined ? each : JSON.parse(each))),
    rest: items.end(),
  }
}

describe('items of a JSON object', () => {
  it('are read wherever they are, with what is around them', () => {
    expect(read('{"a":[1,{"items":[2]}],"items":[{"x":"]},"},3],"b":"items:["}')).toEqual({
      elements: [{ x: ']},' }, 3],
      rest: { a: [1, { items: [2] }], items: [], b: 'items:[' },
    })
  })

  it.each(['{"items":[]}', '{ "items" : [ ] }', '{}'])('may be none: %s', (text) => {
    expect(read(text).elements).toEqual([])
  })

  it('are undefined if they are too long', () => {
    expect(read(`{"items":["${'x'.repeat(60)}",1]}`).elements).toEqual([undefined, 1])
  })

  it.each([
    '',
    '[',
    '{"items":[1',
    '{"items":[1,]',
    '{"items":[1]',
    '{"items":[1,]}',
    'null]',
    '{"items":[1]}}',
  ])('are refused if the JSON is broken: %s', (text) => {
    expect(() => read(text)).toThrow(SyntaxError)
  })

  it('are the same in pieces of any size', () => {
    const value = fc.jsonValue({ maxDepth: 2 }).filter((each) => JSON.stringify(each).length < 50)
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 5 }),
        value,
        fc.integer({ min: 1, max: 9 }),
        (items, other, size) => {
          const text = JSON.stringify({ other, items, more: other })
          expect(read(text, size)).toEqual({
            elements: JSON.parse(JSON.stringify(items)),
            rest: { ...JSON.parse(text), items: [] },
          })
        },
      ),
      { numRuns: 200 },
    )
  })
})
