import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatNumber } from '#worker/docs/fill.ts'
import type { Block, Page } from '#worker/docs/site/page.ts'

const docs = join(import.meta.dirname, '..')

type Fields = Record<'title' | 'description' | 'navTitle' | 'heading' | 'keywords', string>

export type Values = Readonly<Record<string, string | number | Block>>

const header = /^---\n(.*?)\n---\n/s

export function guidePage(file: string, path: Page['path'], values: Values = {}): Page {
  return { path, ...readTextFile(`guides/${file}`, values) }
}

export function readTextFile(file: string, values: Values): Omit<Page, 'path'> {
  const text = readFileSync(join(docs, `${file}.md`), 'utf8')
  const [all = '', fields = ''] = header.exec(text) ?? []
  const { title, description, ...more } = Object.fromEntries(
    fields.split('\n').map((line) => line.split(/: (.*)/) as [keyof Fields, string]),
  ) as Partial<Fields>
  if (!title || !description) throw new Error(`${file}.md has no title or description`)
  return { title, description, ...more, body: filled(text.slice(all.length), values, file) }
}

function filled(text: string, values: Values, file: string): (string | Block)[] {
  const value = (name: string) => {
    const known = values[name]
    if (known === undefined) throw new Error(`${file}.md needs a value for {{${name}}}`)
    return typeof known === 'number' ? formatNumber(known) : known
  }
  const parts: (string | Block)[] = ['']
  for (const [index, part] of text.split(/\{\{(\w+)\}\}/).entries()) {
    const next = index % 2 === 1 ? value(part) : part
    const last = parts.at(-1)
    if (typeof next !== 'string') parts.push(next, '')
    else if (typeof last === 'string') parts[parts.length - 1] = last + next
  }
  return parts.map((part) => (typeof part === 'string' ? part.trim() : part)).filter((part) => part !== '')
}
