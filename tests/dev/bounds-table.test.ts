import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { bounds, describeBound } from '#worker/bounds.ts'

it('BOUNDS.md shows all bounds', async () => {
  const page = await readFile(new URL('../../worker/BOUNDS.md', import.meta.url), 'utf8')
  const [, shown = ''] = /\| What \| Per \| At most \| Beyond \|\n\| --- .*\n((?:\|.*\n)+)/.exec(page) ?? []
  expect(shown.trimEnd().split('\n')).toEqual(Object.values(bounds).map(describeBound))
})
