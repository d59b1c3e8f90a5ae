import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { bounds, describeBound } from '#worker/bounds.ts'

it("the Worker's README shows all bounds", async () => {
  const readme = await readFile(new URL('../../worker/README.md', import.meta.url), 'utf8')
  const [, shown = ''] = /\| What \| Per \| At most \| Beyond \|\n\| --- .*\n((?:\|.*\n)+)/.exec(readme) ?? []
  expect(shown.trimEnd().split('\n')).toEqual(Object.values(bounds).map(describeBound))
})
