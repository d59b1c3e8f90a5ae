import { abn } from './abn.ts'
import { acra } from './acra.ts'
import { anaf } from './anaf.ts'
import { ares } from './ares.ts'
import { ariregister } from './ariregister.ts'
import { brreg } from './brreg.ts'
import { gcis } from './gcis.ts'
import { gleif } from './gleif.ts'
import { hmrc } from './hmrc.ts'
import { ica } from './ica.ts'
import { invoice } from './invoice.ts'
import { ised } from './ised.ts'
import { nts } from './nts.ts'
import { nzbn } from './nzbn.ts'
import { prh } from './prh.ts'
import { receita } from './receita.ts'
import type { Register } from './register.ts'
import { ruz } from './ruz.ts'
import { sirene } from './sirene.ts'
import { uid } from './uid.ts'
import { vies } from './vies.ts'

/** Every official register, in the order in which they are told. */
export const registers: readonly Register[] = [
  vies,
  brreg,
  hmrc,
  abn,
  ares,
  anaf,
  prh,
  uid,
  nts,
  sirene,
  receita,
  acra,
  gcis,
  nzbn,
  invoice,
  ruz,
  ica,
  ised,
  ariregister,
  gleif,
]
