/** `name` has no namespace prefix; `text` excludes the text of children. */
export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: XmlElement[]
}

const LONGEST = 256 * 1024
const DEEPEST = 32
const MOST_ELEMENTS = 5_000

/** Undefined for a document that isn't well-formed, or has a DTD. Few registers send XML, so its parser is loaded then. */
export async function parseXml(document: string): Promise<XmlElement | undefined> {
  if (document.length > LONGEST) return undefined
  const { SaxesParser } = await import('./saxes-parser.ts')
  const top: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [top]
  const current = () => open.at(-1) ?? top
  const addText = (text: string) => {
    current().text += text
  }
  let count = 0
  const parser = new SaxesParser()
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => {
    if (++count > MOST_ELEMENTS || open.length > DEEPEST) refuse()
    const element = { name: name.slice(name.indexOf(':') + 1), attributes, text: '', children: [] }
    current().children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', addText)
  parser.on('cdata', addText)
  try {
    parser.write(document).close()
    return top.children[0]
  } catch {
    return undefined
  }
}

function refuse(): never {
  throw new SyntaxError('This document is refused')
}

export const elementsAt = (element: XmlElement | undefined, path: string): XmlElement[] =>
  path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      element ? [element] : [],
    )

export const textAt = (element: XmlElement | undefined, path: string): string | undefined =>
  elementsAt(element, path)
    .map(({ text }) => text.trim())
    .find((text) => text !== '')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
