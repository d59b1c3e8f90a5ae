export { ResultTable } from './result-table.tsx'
export { useCountries } from './use-countries.ts'
export { VerdictPanel } from './verdict-panel.tsx'
