import { describe, expect, it } from 'vitest'
import { countries, type ReportingHolder, reportingHolders } from '#worker/tin/index.ts'
import { reportingRule } from '#worker/tin/reporting.ts'
import { reportingExceptions } from '#worker/tin/reporting-exceptions.ts'

/**
 * Country, holder, the accepted types (`~` for one that isn't checked, `A` for none, `?` for unknown), source. OECD is the
 * jurisdiction's TIN sheet, EU the country sheet of the European TIN portal.
 */
const cases = `
AR person CUIT                    OECD: CUIT or CUIL of 11 digits
AR entity CUIT                    OECD
AT person STNR                    EU: Abgabenkontonummer, 9 digits; the UID is for VAT
AT entity STNR                    OECD
AU person TFN                     OECD: tax file number
AU entity TFN,ABN                 OECD: tax file number or Australian Business Number
BE person NN                      EU: national register number
BE entity VAT                     OECD: enterprise number, the VAT number without BE
BM person A                       IRS, jurisdictions that do not issue foreign TINs
BM entity A                       IRS, jurisdictions that do not issue foreign TINs
BN person NRIC                    OECD: no TIN for individuals, identity card as its equivalent
BR person CPF                     OECD
BR entity CNPJ                    OECD
BS person A                       BSE, notice 20251103-46
CA person SIN                     OECD: Social Insurance Number
CA entity BN,TRUST                OECD: business number; trust account number of a trust
CH person AHV                     OECD: AHV number of 13 digits
CH entity UID                     OECD: UID, without the suffix MWST
CN person RIC,TIN                 OECD: identity number, or one of the tax office
CN entity USCC                    OECD: unified social credit code
DE person IDNR                    OECD: identification number of section 139b of the Fiscal Code
DE entity STNR,WIDNR              OECD: tax number until business identification numbers are issued
DK person CPR                     EU
DK entity CVR                     OECD
EE person ISIKUKOOD               EU: personal identification code
EE entity REGISTRIKOOD            OECD: registry code
ES person DNI,NIE,NIF             EU: NIF, which is the DNI of Spaniards and the NIE of foreigners
FI person HETU                    EU
FI entity YTUNNUS                 OECD
FR person NIF                     EU: numéro fiscal de référence (SPI)
FR entity SIREN                   OECD: SIREN; neither SIRET nor TVA
GB person UTR,NINO                HMRC IEIM902330 and OECD
GB entity UTR,CRN                 HMRC IEIM902330
GR person AFM                     EU
HK person HKID                    OECD
HK entity BRN                     OECD
HU person ADOJEL                  EU: adóazonosító jel
HU entity ADOSZAM                 OECD: adószám
IE person PPS                     OECD: PPS number
IE entity VAT,~                   OECD: tax reference number, CHY number
IN person PAN                     OECD: Permanent Account Number
IN entity PAN                     OECD: Permanent Account Number
IT person CF                      EU: codice fiscale
JP person MYNUMBER                OECD: individual number
JP entity CN                      OECD: corporate number
KR person RRN                     OECD
KR entity BRN,CRN                 OECD: business or corporation registration number
KY entity A                       IRS, jurisdictions that do not issue foreign TINs
LT person AK,TIN                 OECD: personal code; TIN of 10 digits
LT entity JAK,TIN                 OECD: company code; TIN of 10 digits
LU person MATRICULE               OECD: matricule, 13 digits
LU entity ENTITYID                OECD: national identifier, 11 digits
NL person BSN                     EU
NL entity RSIN                    OECD
NZ person IRD                     OECD
PL entity NIP                     OECD
PT person NIF                     EU
SE person PNR                     EU
SE entity ORGNR                   OECD
SG person NRIC,TRN                OECD
SG entity UEN,TRN                 OECD: UEN; ASGD or ITR of those without one
SK person RC,ICDPH                OECD: TIN, or the birth number of a person without one
SK entity ICDPH                   OECD: "prefix SK and TIN" for VAT
US person SSN,ITIN,ATIN           IRS, Form W-9: a PTIN identifies preparers
US entity EIN                     IRS, Form W-9
VG entity A                       IRS, jurisdictions that do not issue foreign TINs
MC person ?                       no source; the only type is for VAT
GG entity TIN                     OECD: registration number, or tax reference number
XI entity ?                       part of GB
EU entity ?                       no country
`
  .trim()
  .split('\n')
  .map((line) => {
    const [country = '', holder, expected, ...source] = line.split(/\s+/)
    return { country, holder: holder as ReportingHolder, expected, source: source.join(' ') }
  })

function inShort(country: string, holder: ReportingHolder): string | undefined {
  const rule = reportingRule(country, holder)
  if (rule?.status === 'not_issued') return 'A'
  if (rule?.status === 'unknown') return '?'
  return rule?.accepted.map(({ id }) => id?.slice(3) ?? '~').join(',')
}

describe('the numbers accepted in reports', () => {
  it.each(cases)('of $country, $holder: $expected ($source)', ({ country, holder, expected }) => {
    expect(inShort(country, holder)).toBe(expected)
  })

  it('are stated for every country and holder, with types of that holder only', () => {
    const opposite = { person: 'company', entity: 'person' } as const
    for (const { code, identifiers } of countries)
      for (const holder of reportingHolders) {
        const rule = reportingRule(code, holder)
        expect(rule?.status === 'issued').toBe((rule?.accepted.length ?? 0) > 0)
        for (const { id } of rule?.accepted ?? []) {
          const type = identifiers.find((each) => each.id === id)
          expect([id, type?.holder]).not.toEqual([id, opposite[holder]])
          if (id !== null) expect(type).toBeDefined()
        }
      }
  })

  it('are never a placeholder or a customs number, and VAT numbers only where a source says so', () => {
    const vatOnly: string[] = []
    for (const { code, identifiers } of countries)
      for (const holder of reportingHolders)
        for (const { id } of reportingRule(code, holder)?.accepted ?? []) {
          const { kinds = [] } = identifiers.find((each) => each.id === id) ?? {}
          expect([id, kinds]).not.toEqual([id, expect.arrayContaining(['customs'])])
          expect([id, kinds]).not.toEqual([id, expect.arrayContaining(['placeholder'])])
          if (kinds.join() === 'vat') vatOnly.push(`${id} ${holder}`)
        }
    expect(vatOnly).toEqual(['IE.VAT entity'])
  })

  it('differ from the types only with a source, or where we say that none was read', () => {
    for (const [country, holders] of Object.entries(reportingExceptions))
      for (const [holder, { types = [], others, source, status, note = '' }] of Object.entries(holders)) {
        if (status !== 'unknown' && !note.startsWith("We haven't confirmed this"))
          expect([country, holder, source?.url]).toEqual([country, holder, expect.any(String)])
        if (others) expect(status).toBeUndefined()
        const known = countries.find(({ code }) => code === country)?.identifiers.map(({ id }) => id)
        for (const type of types) expect(known).toContain(`${country}.${type}`)
      }
  })

  it('are found by aliases, and not for a country without a rule', () => {
    expect(inShort('UK', 'person')).toBe('UTR,NINO')
    expect(inShort('EL', 'person')).toBe('AFM')
    expect(reportingRule('QQ', 'person')).toBeUndefined()
  })
})
