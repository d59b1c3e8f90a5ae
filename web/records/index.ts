export { KeepRecord } from './keep-record.tsx'
