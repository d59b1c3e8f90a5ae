import { stdnum, type Validator } from 'stdnum'

/** The validators of types that stdnum names differently, or checks with several. */
const namesOf: Readonly<Record<string, string>> = {
  'AO.NIF': 'nif bi',
  'AT.STNR': 'tin',
  'AZ.VOEN': 'tin',
  'BA.JIB': 'jmbg',
  'BE.NN': 'nn bis insz',
  'BG.EGN': 'egn pnf',
  'CH.MWST': 'vat',
  'CH.AHV': 'ssn',
  'CL.RUT': 'rut run',
  'CR.CPF': 'cpf cr',
  'EE.ISIKUKOOD': 'ik',
  'EG.TRN': 'tn',
  'FO.TIN': 'vn',
  'GR.AFM': 'vat',
  'HU.VAT': 'anum',
  'IL.ID': 'idnr',
  'IS.KT': 'kennitala',
  'IT.CF': 'codicefiscale iva',
  'LT.AK': 'asmens',
  'LV.PK': 'pvn',
  'ME.PIB': 'pib jmbg',
  'NL.RSIN': 'bsn',
  'NO.FNR': 'fodselsnummer',
  'PK.NTN': 'ntn cnic',
  'PT.NIF': 'nif nipc',
  'RO.VAT': 'cif',
  'RS.PIB': 'pib jmbg',
  'SE.PNR': 'personnummer',
  'SI.DS': 'ddv',
  'SK.ICDPH': 'dph',
  'TH.TIN': 'tin moa idnr',
  'TR.TCKN': 'tckimlik',
  'TW.ID': 'natid ui tax_code',
}

/** The npm package stdnum's validators for a type, if any. */
export function stdnumValidators(id: string): readonly Validator[] {
  const [country = '', name = ''] = id.split('.')
  const names = namesOf[id] ?? name.toLowerCase()
  return names.split(' ').flatMap((one) => stdnum[country]?.[one] ?? [])
}
