import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as overlays from '#tests/e2e/overlay-rows.ts'

const root = join(import.meta.dirname, '../..')

/** The components that a file imports, with where they come from. */
const componentsIn = (source: string) =>
  [...source.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((name) => name.trim().split(' ')[0] ?? '')
      .filter((name) => /^[A-Z][a-z]/.test(name))
      .map((name) => ({ name, from })),
  )

/** Every file that opens something: with radix-ui, cmdk or sonner, with a part of web/ui that does, or in HTML. */
function openingFiles(): string[] {
  const sources = globSync(['web/**/*.{ts,tsx}', 'worker/docs/**/*.ts'], { cwd: root }).map((path) => ({
    file: path.replace(/^web\//, '').replace(/\.tsx?$/, ''),
    source: readFileSync(join(root, path), 'utf8'),
  }))
  const opens = (source: string, parts: readonly string[]) =>
    /\s(role="(listbox|menu|dialog|alertdialog)"|popover)[\s>=]|<dialog/.test(source) ||
    componentsIn(source).some(
      ({ from }) =>
        from === 'radix-ui' ||
        from === 'cmdk' ||
        from === 'sonner' ||
        parts.includes(from.replace(/^\.\//, '#web/ui/')),
    )
  const shared = sources.filter(({ file }) => file.startsWith('ui/'))
  let parts: string[] = []
  for (let known = -1; known < parts.length; ) {
    known = parts.length
    parts = shared
      .filter(({ source }) => source.includes("from './load-overlays.ts'") || opens(source, parts))
      .map(({ file }) => `#web/${file}.tsx`)
  }
  return sources
    .filter(
      ({ file, source }) =>
        opens(source, parts) && (!file.startsWith('ui/') || source.includes("from 'sonner'")),
    )
    .map(({ file }) => file)
}

test('every part that opens has a row', () => {
  const rows = Object.values(overlays).flatMap((each) => (each instanceof Function ? each('') : each))
  const named = [...new Set(rows.map(({ file }) => file))]
  expect(named.sort(), 'overlay-rows.ts has a row for each of these files').toEqual(openingFiles().sort())
})
