import { expect, it } from 'vitest'
import type { LookUpRequest, RegisterSettings } from '#worker/registers/register.ts'
import { sourcesOf } from '#worker/registers/sources.ts'

const NAV = { NAV_LOGIN: 'a', NAV_PASSWORD: 'b', NAV_SIGNATURE_KEY: 'c', NAV_TAX_NUMBER: '12345676' }

it.each<[string, string, string[], RegisterSettings?, LookUpRequest['requester']?]>([
  ['CZ.DIC', '25123891', ['vies', 'adis', 'ares']],
  ['CZ.DIC', '7103192745', ['vies', 'adis']],
  ['CZ.DIC', '699000001', ['vies', 'adis']],
  ['CZ.ICO', '25596641', ['ares', 'gleif']],
  ['RO.VAT', '1590082', ['vies', 'anaf']],
  ['RO.VAT', '5010101700081', ['vies']],
  ['RO.CUI', '18547290', ['anaf', 'gleif']],
  ['GB.VAT', '980780684', []],
  ['SK.ICDPH', '2022749619', ['vies', 'ruz']],
  ['SK.ICO', '31322832', ['ruz', 'rpo', 'gleif']],
  ['NO.ORGNR', '988077917', ['brreg', 'gleif']],
  ['NO.MVA', '995525828MVA', ['brreg']],
  ['FR.SIREN', '732829320', ['sirene', 'gleif']],
  ['FI.YTUNNUS', '01120389', ['prh', 'gleif']],
  ['SG.UEN', '196800306E', ['acra', 'gleif']],
  ['IL.HP', '520013954', ['ica', 'gleif']],
  ['EE.REGISTRIKOOD', '12417834', ['ariregister', 'gleif']],
  ['CH.UID', 'CHE105909036', ['uid', 'gleif']],
  ['BR.CNPJ', '16727230000197', ['receita', 'gleif']],
  ['AU.ABN', '51824753556', []],
  ['CA.BN', '123026635', ['ised']],
  ['CA.GST', '123026635RT0001', []],
  ['TW.UBN', '12345000', ['gcis', 'fia']],
  ['PL.NIP', '5260250900', ['vies']],
  ['HU.VAT', '12345676', ['vies']],
  ['HU.ADOSZAM', '10773381241', []],
  ['GR.AFM', '094019241', ['vies']],
  ['BY.UNP', '100582334', ['grp']],
  ['DE.EORI', 'DE1234567', ['eos']],
  ['GB.EORI', 'GB980780684000', ['gbeori']],
  ['HU.VAT', '12345676', ['vies', 'nav'], NAV],
  ['HU.ADOSZAM', '10773381241', ['nav'], NAV],
  ['HU.ADOSZAM', '10773381241', [], { ...NAV, NAV_LOGIN: '' }],
  ['GR.AFM', '094019241', ['vies', 'aade'], { AADE_USERNAME: 'a', AADE_PASSWORD: 'b' }],
  ['BE.VAT', '0403019261', ['vies', 'peppol'], { PEPPOL: 'on' }],
  ['NO.ORGNR', '988077917', ['brreg', 'gleif'], { PEPPOL: 'on' }],
  ['ES.NIF', 'A13585625', ['vies'], { PEPPOL: 'on' }],
  ['DK.CVR', '13612870', ['vies', 'evatr'], {}, { country: 'DE', number: '811569813' }],
  ['DK.CVR', '13612870', ['vies'], {}, { country: 'DK', number: '13612870' }],
  ['DE.VAT', '136695976', ['vies'], {}, { country: 'DE', number: '811569813' }],
])('looks up %s %s in %j', (identifier, compact, expected, settings = {}, requester = null) => {
  const sources = sourcesOf({ identifier, compact, requester }, settings)
  expect(sources.map(({ register }) => register.id)).toEqual(expected)
})
