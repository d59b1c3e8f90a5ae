import { abn } from './clients/abn.ts'
import { acra } from './clients/acra.ts'
import { anaf } from './clients/anaf.ts'
import { ares } from './clients/ares.ts'
import { ariregister } from './clients/ariregister.ts'
import { brreg } from './clients/brreg.ts'
import { gcis } from './clients/gcis.ts'
import { gleif } from './clients/gleif.ts'
import { hmrc } from './clients/hmrc.ts'
import { ica } from './clients/ica.ts'
import { invoice } from './clients/invoice.ts'
import { ised } from './clients/ised.ts'
import { nts } from './clients/nts.ts'
import { nzbn } from './clients/nzbn.ts'
import { prh } from './clients/prh.ts'
import { receita } from './clients/receita.ts'
import { ruz } from './clients/ruz.ts'
import { sirene } from './clients/sirene.ts'
import { uid } from './clients/uid.ts'
import { vies } from './clients/vies.ts'
import type { Register } from './register.ts'

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
