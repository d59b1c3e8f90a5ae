/** `name` has no namespace prefix; `text` excludes the text of children; `attributes` are as written. */
export type XmlElement = { name: string; attributes: string; text: string; children: XmlElement[] }

const LONGEST = 256 * 1024
const DEEPEST = 32
const MOST_ELEMENTS = 5_000

const attribute = String.raw`\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*')`
const tag = new RegExp(
  String.raw`<(?:/(?<closed>[\w:.-]+)\s*|(?<opened>[\w:.-]+)(?<attributes>(?:${attribute})*)\s*(?<empty>/?))>`,
  'y',
)
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const spans = [
  { start: '<![CDATA[', end: ']]>', isText: true },
  { start: '<!--', end: '-->', isText: false },
  { start: '<?', end: '?>', isText: false },
]

/** Refuses documents with a DTD or their own entities. */
export function parseXml(document: string): XmlElement | undefined {
  if (document.length > LONGEST || /<!(?:DOCTYPE|ENTITY)/i.test(document)) return undefined
  const top: XmlElement = { name: '', attributes: '', text: '', children: [] }
  const open: { element: XmlElement; as: string }[] = [{ element: top, as: '' }]
  let count = 0
  for (let at = 0; at < document.length; ) {
    const { element, as } = open[open.length - 1] ?? { element: top, as: '' }
    const span = spans.find(({ start }) => document.startsWith(start, at))
    if (span) {
      const end = document.indexOf(span.end, at + span.start.length)
      if (end < 0) return undefined
      if (span.isText) element.text += document.slice(at + span.start.length, end)
      at = end + span.end.length
    } else if (document[at] === '<') {
      tag.lastIndex = at
      const { closed, opened, attributes = '', empty } = tag.exec(document)?.groups ?? {}
      if (opened === undefined && (open.length === 1 || closed !== as)) return undefined
      at = tag.lastIndex
      if (opened === undefined) open.pop()
      else {
        const child: XmlElement = {
          name: opened.slice(opened.indexOf(':') + 1),
          attributes,
          text: '',
          children: [],
        }
        if (++count > MOST_ELEMENTS || open.length > DEEPEST) return undefined
        element.children.push(child)
        if (!empty) open.push({ element: child, as: opened })
      }
    } else {
      const next = document.indexOf('<', at)
      const end = next < 0 ? document.length : next
      const text = decoded(document.slice(at, end))
      if (text === undefined) return undefined
      element.text += text
      at = end
    }
  }
  const isWhole =
    open.length === 1 && top.children.length === 1 && /^\s*$/.test(top.text.replace('\uFEFF', ''))
  return isWhole ? top.children[0] : undefined
}

function decoded(text: string): string | undefined {
  let isPlain = true
  const decodedText = text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,4}));|&/gi,
    (_, decimal, hex, name) => {
      const character = name === undefined ? characterOf(decimal, hex) : entities[name]
      if (character === undefined) isPlain = false
      return character ?? ''
    },
  )
  return isPlain ? decodedText : undefined
}

function characterOf(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}

export const elementsAt = (element: XmlElement, path: string): XmlElement[] =>
  path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    )

export const textsAt = (element: XmlElement, path: string): string[] =>
  elementsAt(element, path).map(({ text }) => text.trim())

/** Undefined without that attribute, or if its value cannot be decoded. `name` has no special characters. */
export function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  const [, quoted] = new RegExp(String.raw`\s${name}\s*=\s*("[^"]*"|'[^']*')`).exec(attributes) ?? []
  return quoted === undefined ? undefined : decoded(quoted.slice(1, -1))
}
