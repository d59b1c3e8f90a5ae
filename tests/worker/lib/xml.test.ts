import { describe, expect, it } from 'vitest'
import { elementsAt, parseXml, textAt } from '#worker/lib/xml.ts'

const textOf = async (document: string) => (await parseXml(document))?.text

describe('what is read', () => {
  it('returns elements and texts at a path by local name, whatever the prefix', async () => {
    const root = await parseXml(
      '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<s:Envelope xmlns:s="urn:a"><s:Body a="1" b=\'>\'><n:name>One</n:name><name xmlns="urn:b"> Two </name><other/></s:Body></s:Envelope>\n',
    )
    expect(root?.name).toBe('Envelope')
    expect(textAt(root, 'Body/name')).toBe('One')
    expect(elementsAt(root, 'Body/name')).toHaveLength(2)
    expect(textAt(root, 'Body/other')).toBeUndefined()
    expect(textAt(root, 'Body/none/name')).toBeUndefined()
    expect(elementsAt(root, 'name')).toEqual([])
  })

  it('takes the text of an element alone, not that of those within', async () => {
    const root = await parseXml('<a>x<b>inner</b>y</a>')
    expect(root?.text).toBe('xy')
    expect(textAt(root, 'b')).toBe('inner')
  })

  it('knows the five named entities and numeric ones', async () => {
    expect(await textOf('<a>&lt;b&gt; &amp;amp; &quot;&apos; &#233;&#xE9;&#x1F600;</a>')).toBe(
      '<b> &amp; "\' éé😀',
    )
  })

  it('keeps CDATA unchanged and omits comments and instructions', async () => {
    expect(await textOf('<a><![CDATA[<b>&amp;]]]]><![CDATA[>]]><!-- <c> & --><?php x > ?></a>')).toBe(
      '<b>&amp;]]>',
    )
  })
})

describe('what is not read', () => {
  const billionLaughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ''};`.repeat(10)}">`,
  ).join('')}]><lolz>&lol9;</lolz>`

  it.each([
    ['a billion laughs', billionLaughs],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a DTD from elsewhere', '<!DOCTYPE a SYSTEM "https://example.com/a.dtd"><a>x</a>'],
    ['a DTD in small letters', '<!doctype html><html><body>x</body></html>'],
    ['an entity without a DTD', '<!ENTITY x "y"><a>&x;</a>'],
    ['a DTD within', '<a><!DOCTYPE b><b/></a>'],
    ['an entity that nobody defined', '<a>&nbsp;</a>'],
    ['an entity of a prototype', '<a>&constructor;</a>'],
    ['a bare ampersand', '<a>R & D</a>'],
    ['no character', '<a>&#0;</a>'],
    ['half a character', '<a>&#xD800;</a>'],
    ['a character beyond all', '<a>&#x110000;</a>'],
    ['an element that is not closed', '<a><b>x</b>'],
    ['an element that is closed by another name', '<a><b>x</a></b>'],
    ['an element that is closed by another prefix', '<n:a>x</m:a>'],
    ['an end too many', '<a>x</a></a>'],
    ['CDATA without an end', '<a><![CDATA[x</a>'],
    ['a comment without an end', '<a><!-- x</a>'],
    ['a tag without an end', '<a><b'],
    ['an attribute without quotes', '<a b=c>x</a>'],
    ['an attribute without an end', '<a b="c>x</a>'],
    ['two roots', '<a/><b/>'],
    ['text beside the root', 'x<a/>'],
    ['text after the root', '<a/>x'],
    ['JSON', '{"a":"b"}'],
    ['nothing', ''],
    ['200 levels', '<a>'.repeat(200) + '</a>'.repeat(200)],
    ['80,000 levels without an end', '<a>'.repeat(80_000)],
    ['10,000 elements', `<a>${'<b/>'.repeat(10_000)}</a>`],
    ['a megabyte', `<a>${'x'.repeat(1024 * 1024)}</a>`],
  ])('%s', async (_, document) => {
    expect(await parseXml(document)).toBeUndefined()
  })

  it.each([
    ['attributes', `<a ${'b="c" '.repeat(40_000)}`],
    ['spaces', `<a${' '.repeat(250_000)}`],
    ['spaces before each attribute', `<a${`${' '.repeat(500)}b="c"`.repeat(450)}`],
    ['a name', `<${'a'.repeat(250_000)}`],
    ['ampersands', `<a>${'&'.repeat(250_000)}</a>`],
    ['starts of comments', `<a>${'<!--'.repeat(60_000)}`],
  ])('a flood of %s, which a backtracking parser would not finish', async (_, document) => {
    expect(await parseXml(document)).toBeUndefined()
  })
})
