import { MAX_LIST } from './list-rows.ts'

/** Where a pasted text belongs. A table's other columns, such as names, need a batch. */
export function routeText(text: string): 'number' | 'list' | 'batch' {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length < 2) return 'number'
  return lines.length > MAX_LIST || lines.some(hasOtherColumns) ? 'batch' : 'list'
}

function hasOtherColumns(line: string): boolean {
  const [first = '', ...others] = line.trim().split('\t')
  return others.length > (/^[a-z]{2}$/i.test(first) ? 1 : 0)
}
