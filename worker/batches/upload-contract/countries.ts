import { isoCode } from '#worker/tin/contract/country-aliases.ts'

export type Countries = {
  /** Takes a code of two or three letters, or a name in one of these languages. */
  codeOf: (text: string) => string | undefined
  isSupported: (code: string) => boolean
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pl', 'it', 'nl', 'pt'] as const

/** Without accents, case, spaces and punctuation: "USt-IdNr." is `ustidnr`. */
export const toKey = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

type Country = { readonly code: string; readonly name: string }

/** Until the list is loaded, every code is supported. */
export function countriesOf(list: readonly Country[] | undefined): Countries {
  const codes = list && new Set(list.map(({ code }) => code))
  let codesByName: Map<string, string> | undefined
  return {
    codeOf(text) {
      const code = text.trim().toUpperCase()
      if (/^[A-Z]{2}$/.test(code)) return code
      codesByName ??= byName(list ?? [])
      return codesByName.get(toKey(text))
    },
    isSupported: (code) => codes?.has(isoCode(code)) ?? true,
  }
}

/** ISO 3166-1 alpha-2, then alpha-3; Kosovo's are in use without being assigned. Last, names of ISO and everyday use. */
const isoCodes = `
  ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO ARARG ASASM ATAUT AUAUS AWABW AZAZE BABIH BBBRB BDBGD
  BEBEL BFBFA BGBGR BHBHR BJBEN BMBMU BNBRN BOBOL BRBRA BSBHS BWBWA BYBLR BZBLZ CACAN CDCOD CHCHE CICIV
  CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CYCYP CZCZE DEDEU DKDNK DMDMA DODOM DZDZA ECECU
  EEEST EGEGY ESESP ETETH FIFIN FJFJI FOFRO FRFRA GBGBR GDGRD GEGEO GGGGY GHGHA GIGIB GLGRL GNGIN GRGRC
  GTGTM GUGUM GYGUY HKHKG HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IQIRQ IRIRN ISISL ITITA
  JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KNKNA KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA
  LRLBR LTLTU LULUX LVLVA MAMAR MCMCO MDMDA MEMNE MGMDG MHMHL MKMKD MLMLI MMMMR MOMAC MPMNP MRMRT MTMLT
  MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NGNGA NINIC NLNLD NONOR NPNPL NRNRU NZNZL OMOMN PAPAN
  PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PRPRI PTPRT PYPRY QAQAT ROROU RSSRB RURUS RWRWA SASAU SCSYC SESWE
  SGSGP SISVN SKSVK SMSMR SNSEN SRSUR SVSLV SXSXM TGTGO THTHA TJTJK TNTUN TRTUR TTTTO TWTWN TZTZA UAUKR
  UGUGA USUSA UYURY UZUZB VCVCT VEVEN VGVGB VIVIR VNVNM WSWSM XKXKX ZAZAF ZMZMB ZWZWE
  AEuae BAbosnia BOboliviaplurinationalstateof CIivorycoast CZczechrepublic CZtschechischerepublik GBengland
  GBgrandebretagne GBgreatbritain GBgroßbritannien GBscotland GBwales IEéire IErepublicofireland
  IRiranislamicrepublicof KRkorea KRkorearepublicof KRrepublicofkorea MDmoldovarepublicof MKmacedonia NLholland
  NLthenetherlands RUrussianfederation SKslovakrepublic TRturkey TWtaiwanprovinceofchina
  TZtanzaniaunitedrepublicof USunitedstatesofamerica VEvenezuelabolivarianrepublicof XIgbnir XInordirland
`

function byName(list: readonly Country[]): Map<string, string> {
  const codes = new Map(list.map(({ code, name }) => [toKey(name), code]))
  for (const iso of isoCodes.trim().split(/\s+/)) codes.set(toKey(iso.slice(2)), iso.slice(0, 2))
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const { code } of list) {
      const name = names.of(code)
      if (name) codes.set(toKey(name), code)
    }
  }
  return codes
}
