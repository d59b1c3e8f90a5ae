import { aade } from './aade.ts'
import { abn } from './abn.ts'
import { acra } from './acra.ts'
import { adis } from './adis.ts'
import { anaf } from './anaf.ts'
import { ares } from './ares.ts'
import { ariregister } from './ariregister.ts'
import { bolagsverket } from './bolagsverket.ts'
import { brreg } from './brreg.ts'
import { eos } from './eos.ts'
import { evatr } from './evatr.ts'
import { fia } from './fia.ts'
import { gbeori } from './gbeori.ts'
import { gcis } from './gcis.ts'
import { gleif } from './gleif.ts'
import { grp } from './grp.ts'
import { hacienda } from './hacienda.ts'
import { hkcr } from './hkcr.ts'
import { hmrc } from './hmrc.ts'
import { ica } from './ica.ts'
import { invoice } from './invoice.ts'
import { ised } from './ised.ts'
import { kra } from './kra.ts'
import { nav } from './nav.ts'
import { nts } from './nts.ts'
import { nzbn } from './nzbn.ts'
import { peppol } from './peppol.ts'
import { prh } from './prh.ts'
import { rdvat } from './rdvat.ts'
import { receita } from './receita.ts'
import type { Register } from './register.ts'
import { rpo } from './rpo.ts'
import { rues } from './rues.ts'
import { ruz } from './ruz.ts'
import { sirene } from './sirene.ts'
import { uid } from './uid.ts'
import { vies } from './vies.ts'
import { whitelist } from './whitelist.ts'

export const registers: readonly Register[] = [
  vies,
  evatr,
  eos,
  brreg,
  hmrc,
  gbeori,
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
  kra,
  rdvat,
  nav,
  aade,
  grp,
  whitelist,
  gleif,
  peppol,
]
