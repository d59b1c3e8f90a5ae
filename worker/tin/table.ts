import { ad } from './countries/ad.ts'
import { ae } from './countries/ae.ts'
import { af } from './countries/af.ts'
import { ag } from './countries/ag.ts'
import { ai } from './countries/ai.ts'
import { al } from './countries/al.ts'
import { am } from './countries/am.ts'
import { ao } from './countries/ao.ts'
import { ar } from './countries/ar.ts'
import { americanSamoa } from './countries/as.ts'
import { at } from './countries/at.ts'
import { au } from './countries/au.ts'
import { aw } from './countries/aw.ts'
import { az } from './countries/az.ts'
import { ba } from './countries/ba.ts'
import { bb } from './countries/bb.ts'
import { bd } from './countries/bd.ts'
import { be } from './countries/be.ts'
import { bf } from './countries/bf.ts'
import { bg } from './countries/bg.ts'
import { bh } from './countries/bh.ts'
import { bi } from './countries/bi.ts'
import { bj } from './countries/bj.ts'
import { bm } from './countries/bm.ts'
import { bn } from './countries/bn.ts'
import { bo } from './countries/bo.ts'
import { br } from './countries/br.ts'
import { bs } from './countries/bs.ts'
import { bw } from './countries/bw.ts'
import { by } from './countries/by.ts'
import { bz } from './countries/bz.ts'
import { ca } from './countries/ca.ts'
import { cd } from './countries/cd.ts'
import { ch } from './countries/ch.ts'
import { ci } from './countries/ci.ts'
import { ck } from './countries/ck.ts'
import { cl } from './countries/cl.ts'
import { cm } from './countries/cm.ts'
import { cn } from './countries/cn.ts'
import { co } from './countries/co.ts'
import { cr } from './countries/cr.ts'
import { cu } from './countries/cu.ts'
import { cv } from './countries/cv.ts'
import { cw } from './countries/cw.ts'
import { cy } from './countries/cy.ts'
import { cz } from './countries/cz.ts'
import { de } from './countries/de.ts'
import { dk } from './countries/dk.ts'
import { dm } from './countries/dm.ts'
import { dominicanRepublic } from './countries/do.ts'
import { dz } from './countries/dz.ts'
import { ec } from './countries/ec.ts'
import { ee } from './countries/ee.ts'
import { eg } from './countries/eg.ts'
import { es } from './countries/es.ts'
import { et } from './countries/et.ts'
import { eu } from './countries/eu.ts'
import { fi } from './countries/fi.ts'
import { fj } from './countries/fj.ts'
import { fo } from './countries/fo.ts'
import { fr } from './countries/fr.ts'
import { gb } from './countries/gb.ts'
import { gd } from './countries/gd.ts'
import { ge } from './countries/ge.ts'
import { gg } from './countries/gg.ts'
import { gh } from './countries/gh.ts'
import { gi } from './countries/gi.ts'
import { gl } from './countries/gl.ts'
import { gn } from './countries/gn.ts'
import { gr } from './countries/gr.ts'
import { gt } from './countries/gt.ts'
import { gu } from './countries/gu.ts'
import { gy } from './countries/gy.ts'
import { hk } from './countries/hk.ts'
import { hn } from './countries/hn.ts'
import { hr } from './countries/hr.ts'
import { ht } from './countries/ht.ts'
import { hu } from './countries/hu.ts'
import { id } from './countries/id.ts'
import { ie } from './countries/ie.ts'
import { il } from './countries/il.ts'
import { im } from './countries/im.ts'
import { india } from './countries/in.ts'
import { iq } from './countries/iq.ts'
import { ir } from './countries/ir.ts'
import { is } from './countries/is.ts'
import { it } from './countries/it.ts'
import { je } from './countries/je.ts'
import { jm } from './countries/jm.ts'
import { jo } from './countries/jo.ts'
import { jp } from './countries/jp.ts'
import { ke } from './countries/ke.ts'
import { kg } from './countries/kg.ts'
import { kh } from './countries/kh.ts'
import { kn } from './countries/kn.ts'
import { kr } from './countries/kr.ts'
import { kw } from './countries/kw.ts'
import { ky } from './countries/ky.ts'
import { kz } from './countries/kz.ts'
import { la } from './countries/la.ts'
import { lb } from './countries/lb.ts'
import { lc } from './countries/lc.ts'
import { li } from './countries/li.ts'
import { lk } from './countries/lk.ts'
import { lr } from './countries/lr.ts'
import { lt } from './countries/lt.ts'
import { lu } from './countries/lu.ts'
import { lv } from './countries/lv.ts'
import { ma } from './countries/ma.ts'
import { mc } from './countries/mc.ts'
import { md } from './countries/md.ts'
import { me } from './countries/me.ts'
import { mg } from './countries/mg.ts'
import { mh } from './countries/mh.ts'
import { mk } from './countries/mk.ts'
import { ml } from './countries/ml.ts'
import { mm } from './countries/mm.ts'
import { mo } from './countries/mo.ts'
import { mp } from './countries/mp.ts'
import { mr } from './countries/mr.ts'
import { ms } from './countries/ms.ts'
import { mt } from './countries/mt.ts'
import { mu } from './countries/mu.ts'
import { mv } from './countries/mv.ts'
import { mw } from './countries/mw.ts'
import { mx } from './countries/mx.ts'
import { my } from './countries/my.ts'
import { mz } from './countries/mz.ts'
import { na } from './countries/na.ts'
import { nc } from './countries/nc.ts'
import { ng } from './countries/ng.ts'
import { ni } from './countries/ni.ts'
import { nl } from './countries/nl.ts'
import { no } from './countries/no.ts'
import { np } from './countries/np.ts'
import { nr } from './countries/nr.ts'
import { nz } from './countries/nz.ts'
import { om } from './countries/om.ts'
import { pa } from './countries/pa.ts'
import { pe } from './countries/pe.ts'
import { pf } from './countries/pf.ts'
import { pg } from './countries/pg.ts'
import { ph } from './countries/ph.ts'
import { pk } from './countries/pk.ts'
import { pl } from './countries/pl.ts'
import { pr } from './countries/pr.ts'
import { pt } from './countries/pt.ts'
import { py } from './countries/py.ts'
import { qa } from './countries/qa.ts'
import { ro } from './countries/ro.ts'
import { rs } from './countries/rs.ts'
import { ru } from './countries/ru.ts'
import { rw } from './countries/rw.ts'
import { sa } from './countries/sa.ts'
import { sc } from './countries/sc.ts'
import { se } from './countries/se.ts'
import { sg } from './countries/sg.ts'
import { si } from './countries/si.ts'
import { sk } from './countries/sk.ts'
import { sm } from './countries/sm.ts'
import { sn } from './countries/sn.ts'
import { sr } from './countries/sr.ts'
import { sv } from './countries/sv.ts'
import { sx } from './countries/sx.ts'
import { sz } from './countries/sz.ts'
import { tg } from './countries/tg.ts'
import { th } from './countries/th.ts'
import { tj } from './countries/tj.ts'
import { tn } from './countries/tn.ts'
import { tr } from './countries/tr.ts'
import { tt } from './countries/tt.ts'
import { tw } from './countries/tw.ts'
import { tz } from './countries/tz.ts'
import { ua } from './countries/ua.ts'
import { ug } from './countries/ug.ts'
import { us } from './countries/us.ts'
import { uy } from './countries/uy.ts'
import { uz } from './countries/uz.ts'
import { vc } from './countries/vc.ts'
import { ve } from './countries/ve.ts'
import { vg } from './countries/vg.ts'
import { vi } from './countries/vi.ts'
import { vn } from './countries/vn.ts'
import { vu } from './countries/vu.ts'
import { ws } from './countries/ws.ts'
import { xi } from './countries/xi.ts'
import { xk } from './countries/xk.ts'
import { za } from './countries/za.ts'
import { zm } from './countries/zm.ts'
import { zw } from './countries/zw.ts'
import type { CountryRule } from './country-rule.ts'

/** An ISO 8601 month. */
export const rulesAsOf = '2026-11'

export const table: readonly CountryRule[] = [
  ad,
  ae,
  af,
  ag,
  ai,
  al,
  am,
  ao,
  ar,
  americanSamoa,
  at,
  au,
  aw,
  az,
  ba,
  bb,
  bd,
  be,
  bf,
  bg,
  bh,
  bi,
  bj,
  bm,
  bn,
  bo,
  br,
  bs,
  bw,
  by,
  bz,
  ca,
  cd,
  ch,
  ci,
  ck,
  cl,
  cm,
  cn,
  co,
  cr,
  cu,
  cv,
  cw,
  cy,
  cz,
  de,
  dk,
  dm,
  dominicanRepublic,
  dz,
  ec,
  ee,
  eg,
  es,
  et,
  eu,
  fi,
  fj,
  fo,
  fr,
  gb,
  gd,
  ge,
  gg,
  gh,
  gi,
  gl,
  gn,
  gr,
  gt,
  gu,
  gy,
  hk,
  hn,
  hr,
  ht,
  hu,
  id,
  ie,
  il,
  im,
  india,
  iq,
  ir,
  is,
  it,
  je,
  jm,
  jo,
  jp,
  ke,
  kg,
  kh,
  kn,
  kr,
  kw,
  ky,
  kz,
  la,
  lb,
  lc,
  li,
  lk,
  lr,
  lt,
  lu,
  lv,
  ma,
  mc,
  md,
  me,
  mg,
  mh,
  mk,
  ml,
  mm,
  mo,
  mp,
  mr,
  ms,
  mt,
  mu,
  mv,
  mw,
  mx,
  my,
  mz,
  na,
  nc,
  ng,
  ni,
  nl,
  no,
  np,
  nr,
  nz,
  om,
  pa,
  pe,
  pf,
  pg,
  ph,
  pk,
  pl,
  pr,
  pt,
  py,
  qa,
  ro,
  rs,
  ru,
  rw,
  sa,
  sc,
  se,
  sg,
  si,
  sk,
  sm,
  sn,
  sr,
  sv,
  sx,
  sz,
  tg,
  th,
  tj,
  tn,
  tr,
  tt,
  tw,
  tz,
  ua,
  ug,
  us,
  uy,
  uz,
  vc,
  ve,
  vg,
  vi,
  vn,
  vu,
  ws,
  xi,
  xk,
  za,
  zm,
  zw,
]
