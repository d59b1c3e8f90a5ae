import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block, Page } from '#worker/docs/site/page.ts'

const docs = join(import.meta.dirname, '..')

const header = /^---\n(.*?)\n---\n/s

/** Title and description, then Markdown. `{{name}}` is replaced with a value, which can be a block. */
export function guidePage(
  file: string,
  path: Page['path'],
  values: Readonly<Record<string, string | Block>> = {},
): Page {
  return { path, ...readTextFile(`guides/${file}`, values) }
}

export function readTextFile(
  file: string,
  values: Readonly<Record<string, string | Block>>,
): Omit<Page, 'path'> {
  const text = readFileSync(join(docs, `${file}.md`), 'utf8')
  const [all = '', fields = ''] = header.exec(text) ?? []
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(fields)?.[1]
  const [title, description, navTitle, heading, keywords] = [
    'title',
    'description',
    'navTitle',
    'heading',
    'keywords',
  ].map(field)
  if (!title || !description) throw new Error(`${file}.md has no title or description`)
  return {
    title,
    description,
    ...(navTitle && { navTitle }),
    ...(heading && { heading }),
    ...(keywords && { keywords }),
    body: filled(text.slice(all.length), values, file),
  }
}

function filled(
  text: string,
  values: Readonly<Record<string, string | Block>>,
  file: string,
): (string | Block)[] {
  const value = (name: string) => {
    const known = values[name]
    if (known === undefined) throw new Error(`${file}.md needs a value for {{${name}}}`)
    return known
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
