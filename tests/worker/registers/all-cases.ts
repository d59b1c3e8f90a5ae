import { type RegisterCases, registerById } from './case.ts'

const files = import.meta.glob<RegisterCases>('./cases/*.ts', { eager: true, import: 'cases' })

/** Each register with the cases in the file of its name. */
export const allCases = Object.entries(files).map(([path, cases]) => ({
  register: registerById(path.replace(/^.*\/|\.ts$/g, '')),
  ...cases,
}))
