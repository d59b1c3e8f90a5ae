import { type RegisterCases, registerById, rowsOf } from './case.ts'

const files = import.meta.glob<RegisterCases>('./cases/*.ts', { eager: true, import: 'cases' })

/** Each register with the cases in the file of its name. */
export const allCases = Object.entries(files).map(([path, tested]) => {
  const [{ identifier, compact } = { identifier: '', compact: '' }] = rowsOf(tested)
  const register = registerById(path.replace(/^.*\/|\.ts$/g, ''))
  return { register, held: { identifier, compact, requester: null }, ...tested }
})
