import { abn } from './clients/abn.ts'
import { acra } from './clients/acra.ts'
import { adis } from './clients/adis.ts'
import { anaf } from './clients/anaf.ts'
import { ares } from './clients/ares.ts'
import { ariregister } from './clients/ariregister.ts'
import { bolagsverket } from './clients/bolagsverket.ts'
import { brreg } from './clients/brreg.ts'
import { evatr } from './clients/evatr.ts'
import { fia } from './clients/fia.ts'
import { gcis } from './clients/gcis.ts'
import { gleif } from './clients/gleif.ts'
import { hacienda } from './clients/hacienda.ts'
import { hkcr } from './clients/hkcr.ts'
import { hmrc } from './clients/hmrc.ts'
import { ica } from './clients/ica.ts'
import { invoice } from './clients/invoice.ts'
import { ised } from './clients/ised.ts'
import { nts } from './clients/nts.ts'
import { nzbn } from './clients/nzbn.ts'
import { prh } from './clients/prh.ts'
import { rdvat } from './clients/rdvat.ts'
import { receita } from './clients/receita.ts'
import { rpo } from './clients/rpo.ts'
import { rues } from './clients/rues.ts'
import { ruz } from './clients/ruz.ts'
import { sirene } from './clients/sirene.ts'
import { uid } from './clients/uid.ts'
import { vies } from './clients/vies.ts'
import { whitelist } from './clients/whitelist.ts'
import type { Register } from './register.ts'

export const registers: readonly Register[] = [
  vies,
  evatr,
  brreg,
  hmrc,
  abn,
  adis,
  ares,
  anaf,
  prh,
  uid,
  nts,
  sirene,
  receita,
  acra,
  gcis,
  fia,
  nzbn,
  invoice,
  ruz,
  rpo,
  ica,
  ised,
  ariregister,
  hacienda,
  hkcr,
  rues,
  bolagsverket,
  rdvat,
  whitelist,
  gleif,
]
