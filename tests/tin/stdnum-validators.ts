import { stdnum, type Validator } from 'stdnum'
import { stdnumOf } from './stdnum-map.ts'

/** The npm package stdnum's validators for an identifier, if any. */
export function stdnumValidators(id: string): readonly Validator[] {
  return (stdnumOf[id] ?? []).flatMap((path) => {
    const [country = '', name = ''] = path.split('.')
    return stdnum[country]?.[name] ?? []
  })
}
