/** The official registers, by the identifiers whose numbers stand in them. */
const registers: Readonly<Record<string, string>> = {
  VIES: 'AT.UID BE.VAT BG.VAT CY.VAT CZ.DIC DE.VAT DK.CVR EE.KMKR ES.NIF FI.ALV FR.TVA GR.AFM HR.OIB HU.VAT IE.VAT IT.IVA LT.PVM LU.TVA LV.PVN MC.TVA MT.VAT NL.BTW PL.NIP PT.NIF RO.VAT SE.VAT SI.DS SK.ICDPH XI.VAT',
  HMRC: 'GB.VAT',
  Brreg: 'NO.ORGNR NO.MVA',
  'ABN Lookup': 'AU.ABN',
  ARES: 'CZ.ICO',
  ANAF: 'RO.CUI',
  PRH: 'FI.YTUNNUS',
  'UID register': 'CH.UID CH.MWST LI.MWST',
  NTS: 'KR.BRN',
  Sirene: 'FR.SIREN FR.SIRET',
  'Receita Federal': 'BR.CNPJ',
  ACRA: 'SG.UEN',
  GCIS: 'TW.UBN',
  'NTA invoice register': 'JP.T',
  'Register of financial statements': 'SK.ICO',
  'Registrar of Companies': 'IL.HP',
  'Corporations Canada': 'CA.BN',
  'e-Business Register': 'EE.REGISTRIKOOD',
}

const nameOf: ReadonlyMap<string, string> = new Map(
  Object.entries(registers).flatMap(([name, ids]) => ids.split(' ').map((id) => [id, name] as const)),
)

/** `state` tells whether this service asks the register. */
export type Register = { readonly name: string; readonly state: 'on' | 'off' }

/** The official register in which numbers of this identifier can be looked up; undefined where none answers the public. */
export function registerOf(identifier: string): Register | undefined {
  const name = nameOf.get(identifier)
  return name === undefined ? undefined : { name, state: 'off' }
}
