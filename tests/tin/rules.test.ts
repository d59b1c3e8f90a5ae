import { describe, expect, it } from 'vitest'
import { validateTin } from '#worker/tin/index.ts'
import { pythonDifferences } from './differences.ts'

/** The type with its warnings, or the failure code. */
function result(country: string, tin: string): string {
  const answer = validateTin(country, tin)
  if (!answer.valid) return answer.failure.code
  return [answer.identifier.id, ...answer.warnings.map(({ code }) => code)].join(' ')
}

describe('the rules of 2026', () => {
  it.each([
    ['the check digits of Brazil’s CNPJ remain digits', 'BR', '12.ABC.345/01DE-3A', 'INVALID_FORMAT'],
    ['and establishments begin at 0001', 'BR', '01.672.723/0000-19', 'NEVER_ISSUED'],
    ['a Dutch btw-id can pass modulo 97 with its letters', 'NL', 'NL002455799B11', 'NL.BTW'],
    ['but must pass that or the old 11-test', 'NL', 'NL002455798B11', 'INVALID_CHECKSUM'],
    ['Taiwan’s sum can be a multiple of 5', 'TW', '04595252', 'TW.UBN'],
    ['but no other number', 'TW', '04595253', 'INVALID_CHECKSUM'],
    ['an Indonesian NPWP has 16 digits', 'ID', '0013000666091000', 'ID.NPWP'],
    ['the 15-digit form is accepted', 'ID', '01.300.066.6-091.000', 'ID.NPWP OLD_FORM'],
    ['Vietnam accepts a person’s 12 digits', 'VN', '001085012345', 'VN.MST CHECKSUM_NOT_VERIFIABLE'],
    ['also of one born abroad', 'VN', '187210012345', 'VN.MST CHECKSUM_NOT_VERIFIABLE'],
    ['but not of an unknown century', 'VN', '001885012345', 'INVALID_COMPONENT'],
    ['Ireland accepts the old form with a sign', 'IE', 'IE8+79739I', 'IE.VAT OLD_FORM'],
    ['a Nigerian’s Tax ID is the NIN', 'NG', '12345678901', 'NG.TAXID'],
    ['a Nigerian company’s its RC number', 'NG', 'RC123456', 'NG.TAXID'],
    ['China accepts the tax number of a foreigner', 'CN', 'W20198400000001237', 'CN.TIN'],
    ['but not from a year to come', 'CN', 'W20998400000001237', 'INVALID_COMPONENT'],
    ['old Nigerian TINs are accepted', 'NG', '12345678-0001', 'NG.TAXID OLD_FORM'],
  ])('%s: %s %s is %s', (_, country, tin, expected) => {
    const got = result(country, tin)
    expect(got.replace(/ AMBIGUOUS_TYPE/, '')).toBe(expected)
  })
})

describe('genuine numbers that break their rule or another type has are valid with a warning', () => {
  it.each([
    ['MX', 'VACE460910SX6', 'MX.RFC CHECKSUM_MISMATCH_TOLERATED'],
    ['EC', '1793213150001', 'EC.RUC CHECKSUM_MISMATCH_TOLERATED'],
    ['DK', '010115-1234', 'DK.CPR CHECKSUM_NOT_VERIFIABLE'],
    ['FR', '356 000 000 49837', 'FR.SIRET CHECKSUM_MISMATCH_TOLERATED'],
    ['DE', '181/815/08155', 'DE.STNR CHECKSUM_NOT_VERIFIABLE'],
    ['KR', '201118-3123456', 'KR.RRN CHECKSUM_MISMATCH_TOLERATED'],
    ['KR', '850126-6401479', 'KR.RRN CHECKSUM_MISMATCH_TOLERATED'],
    ['KR', '850115-1401473', 'KR.RRN CHECKSUM_MISMATCH_TOLERATED'],
    ['KR', '110111-0906247', 'KR.CRN CHECKSUM_MISMATCH_TOLERATED'],
    ['KR', '110111-8471239', 'KR.CRN AMBIGUOUS_TYPE'],
    ['KR', '206-18-12345', 'KR.BRN CHECKSUM_NOT_VERIFIABLE'],
    ['TN', '1222014/Y', 'TN.MF CHECKSUM_NOT_VERIFIABLE'],
    ['ZA', '4740101509', 'ZA.VAT CHECKSUM_NOT_VERIFIABLE'],
    ['DE', '010/815/08183', 'DE.STNR CHECKSUM_MISMATCH_TOLERATED'],
    ['CO', '899.999.068', 'CO.NIT CHECKSUM_NOT_VERIFIABLE'],
    ['MX', 'XAXX010101000', 'MX.RFC GENERIC_NUMBER'],
    ['MX', 'XEXX010101HNEXXXA4', 'MX.CURP GENERIC_NUMBER'],
    ['CL', '66.666.666-6', 'CL.RUT GENERIC_NUMBER'],
    ['EC', '9999999999999', 'EC.RUC GENERIC_NUMBER'],
    ['TR', '11111111111', 'TR.TCKN GENERIC_NUMBER'],
    ['PT', '999 999 990', 'PT.NIF GENERIC_NUMBER'],
    ['CO', '222222222222', 'CO.NIT GENERIC_NUMBER'],
    ['ID', '0000000000000000', 'ID.NPWP GENERIC_NUMBER'],
    ['BO', '99003', 'BO.CODE GENERIC_NUMBER'],
    ['AE', '9900000098', 'AE.TIN GENERIC_NUMBER'],
    ['DO', '001-0001214-6', 'DO.CEDULA CHECKSUM_MISMATCH_TOLERATED'],
    ['GB', '010000090', 'GB.VAT CHECKSUM_NOT_VERIFIABLE'],
    ['GB', 'SC095000', 'GB.NINO AMBIGUOUS_TYPE'],
    ['PY', '123456A-7', 'PY.RUC OLD_FORM'],
    ['ID', '1000123456789012000001', 'ID.NITKU CHECKSUM_NOT_VERIFIABLE'],
  ])('%s %s is %s', (country, tin, expected) => {
    expect(result(country, tin)).toBe(expected)
  })
})

describe('digits and letters of other scripts', () => {
  it.each([
    ['EG', '١٠٠٥٣١٣٨٥', '100-531-385'],
    ['IN', '27ＡＡＰＦＵ0939Ｆ1ＺＶ', '27AAPFU0939F1ZV'],
    ['BY', 'МА1953684', 'MA1953684'],
    ['JP', '１２３４ー５６７８ー９０１８', '1234 5678 9018'],
    ['TH', '๐๑๐๕๕๓๖๐๒๓๒๙๑', undefined],
  ])('%s %s', (country, tin, formatted) => {
    const answer = validateTin(country, tin)
    expect(answer.warnings.map(({ code }) => code)).toContain('NORMALIZED')
    if (formatted !== undefined) expect(answer).toMatchObject({ valid: true, formatted })
  })
})

describe('a check that changes with time', () => {
  it('is laxer for Norwegian numbers from 2032 on', () => {
    const options = { type: 'NO.FNR', today: '2031-12-31' }
    expect(validateTin('NO', '15108695096', options)).toMatchObject({ failure: { code: 'INVALID_CHECKSUM' } })
    expect(validateTin('NO', '15108695096', { ...options, today: '2032-01-01' }).valid).toBe(true)
    expect(validateTin('NO', '15108695097', { ...options, today: '2032-01-01' }).valid).toBe(false)
  })

  it('no longer needs a check digit of Koreans, unless they are too old for a new number', () => {
    expect(validateTin('KR', '191231-1123457', { type: 'KR.RRN' })).toMatchObject({
      failure: { code: 'INVALID_CHECKSUM' },
    })
    expect(validateTin('KR', '200101-1123456', { type: 'KR.RRN' })).toMatchObject({
      valid: true,
      warnings: [{ code: 'CHECKSUM_MISMATCH_TOLERATED' }],
    })
  })
})

describe('a wrong check digit of a German Steuernummer', () => {
  it('is tolerated only with the usual slashes, which leave no doubt about the type', () => {
    expect(validateTin('DE', '010/815/08183').valid).toBe(true)
    expect(validateTin('DE', '01081508183').valid).toBe(false)
    expect(validateTin('DE', '133/8150/8151').valid).toBe(true)
    expect(validateTin('DE', '13381508151').valid).toBe(false)
    expect(validateTin('DE', '1010081508183')).toMatchObject({ failure: { code: 'INVALID_CHECKSUM' } })
  })
})

it('keeps the slashes of North Rhine-Westphalia', () => {
  expect(validateTin('DE', '133/8150/8159')).toMatchObject({ formatted: '133/8150/8159', warnings: [] })
  expect(validateTin('DE', '133/815/08159')).toMatchObject({ formatted: '133/815/08159', warnings: [] })
  expect(validateTin('DE', '1338/150/8159')).toMatchObject({ warnings: [{ code: 'UNUSUAL_SEPARATORS' }] })
})

it('warns of the number of a UK company only for its letters and six digits', () => {
  expect(result('GB', 'SC095000A')).toBe('GB.NINO')
  expect(result('GB', 'AB123456')).toBe('GB.NINO')
})

describe('differs from python-stdnum', () => {
  it.each(pythonDifferences)('$id $tin: we $we', ({ id, tin, we }) => {
    expect(validateTin(id.slice(0, 2), tin, { type: id }).valid).toBe(we === 'accept')
  })
})
