import { stdnum, type Validator } from 'stdnum'
import { stdnumOf } from './stdnum-map.ts'

/** The validators of the npm package stdnum for numbers of one of our identifiers; none where it knows no such number. */
export function stdnumValidators(id: string): readonly Validator[] {
  return (stdnumOf[id] ?? []).flatMap((path) => {
    const [country = '', name = ''] = path.split('.')
    return stdnum[country]?.[name] ?? []
  })
}
