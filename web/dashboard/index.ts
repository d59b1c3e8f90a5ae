export { listRows } from './list-rows.ts'
export { ResultPanel } from './result-panel.tsx'
export { ResultTable } from './result-table.tsx'
export { useCountries } from './use-countries.ts'
