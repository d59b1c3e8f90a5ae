import type { FailureCode, WarningCode } from '#worker/tin/index.ts'

/** Numbers on which the engine and the npm package stdnum 1.12 disagree, with the source that decides. */
export type Difference = {
  readonly we: 'accept' | 'refuse'
  /** Limits the difference to matching compact numbers. */
  readonly where?: RegExp
  /** Our failure code if we refuse, or stdnum’s error name if we accept. */
  readonly failure?: FailureCode | 'InvalidLength' | 'InvalidFormat' | 'InvalidComponent' | 'InvalidChecksum'
  /** Limits the difference to numbers that we accept with this warning. */
  readonly warning?: WarningCode
  /** Limits the difference to matching messages of ours. */
  readonly says?: RegExp
  readonly reason: string
  /** A law or an authority's publication, or the reason why the type is wider. */
  readonly source: string
}

export const everywhere: readonly Difference[] = [
  {
    we: 'refuse',
    failure: 'INVALID_COMPONENT',
    says: /in the future/,
    reason: 'A date after today. The engine takes today as a parameter; stdnum asks the clock, or nothing.',
    source: 'Nobody gets a number before being born or founded.',
  },
  {
    we: 'accept',
    warning: 'LEADING_ZERO_ADDED',
    reason:
      'Spreadsheets drop leading zeros; the check digit proves the full number, which the answer contains.',
    source:
      'The countries that issue numbers with leading zeros, by `zeros` and `lostZeros` in worker/tin/countries.',
  },
  {
    we: 'refuse',
    failure: 'INVALID_FORMAT',
    says: /is written as|not a US/,
    reason: 'The separators of US numbers show their type: 12-3456789 is an employer, 123-45-6789 a person.',
    source: 'IRS, Publication 1635 (EIN), and SSA, POMS RM 10201.005 (SSN); python-stdnum us.ein and us.ssn.',
  },
  {
    we: 'refuse',
    failure: 'NEVER_ISSUED',
    reason: 'Serials of zeros and repeated digits pass many check digits but belong to nobody.',
    source:
      'Numbering begins at 1 everywhere; published placeholders get the warning GENERIC_NUMBER instead.',
  },
]

const czechMonthOfNine: Difference = {
  we: 'refuse',
  where: /^\d\d([27][1-9]|[38][0-2])\d{5}$/,
  failure: 'INVALID_COMPONENT',
  reason:
    'The 20 more in the month is of 2004; numbers of nine digits, for births until 1953, do not have it.',
  source: 'Act 133/2000 Sb. § 13, as amended by Act 53/2004 Sb.',
}

const romanianNif: Difference = {
  we: 'accept',
  where: /^9000\d{9}$/,
  reason:
    'The NIF of foreigners begins with 9000 and has no date, county or known check digit; stdnum reads it as a CNP.',
  source:
    'EU TIN algorithms, Romania: 9000 and nine digits; accepted with the warning CHECKSUM_NOT_VERIFIABLE.',
}

export const differences: Readonly<Record<string, readonly Difference[]>> = {
  'AD.NRT': [
    {
      we: 'accept',
      where: /^[AL]7/,
      failure: 'InvalidComponent',
      reason: 'Companies, A and L, run from 700000 to 799999, which is the very range that stdnum rejects.',
      source: 'OECD, AEOI portal, Andorra, whose specimen is A-710.646-J; python-stdnum has the same range.',
    },
    {
      we: 'refuse',
      where: /^[AL][0-689]/,
      failure: 'INVALID_COMPONENT',
      reason: 'Companies, A and L, have no number outside 700000 to 799999; stdnum has the range inverted.',
      source: 'OECD, AEOI portal, Andorra; python-stdnum has the same range.',
    },
    {
      we: 'accept',
      failure: 'InvalidLength',
      reason: 'AD can precede the number; stdnum counts it as part of the number.',
      source:
        'The engine takes off a country prefix that is no part of the number; stdnum reads it bare only.',
    },
  ],
  'AR.CUIT': [
    {
      we: 'accept',
      where: /^2[56]/,
      failure: 'InvalidComponent',
      reason: 'People may have the prefixes 25 and 26 as well; the list in stdnum is closed.',
      source:
        'Resolución General Conjunta AFIP and ANSES 5007/2021: 20, 23, 24, 27 or those set later; facts/tax-ids.md.',
    },
  ],
  'AU.TFN': [
    {
      we: 'accept',
      where: /^\d{8}$/,
      failure: 'InvalidChecksum',
      reason:
        'Eight digits have weights of their own, 10 7 8 4 6 3 5 1; stdnum weighs them as if there were nine.',
      source: 'The specimen 37 118 629 fits these alone; a secondary source, see worker/tin/countries/au.ts.',
    },
  ],
  'AZ.PIN': [
    {
      we: 'accept',
      where: /^[0-9A-NP-Z]{7}$/,
      failure: 'InvalidLength',
      reason: 'A PIN has seven letters and digits; stdnum requires ten digits, as a VÖEN has.',
      source: 'OECD, AEOI portal, Azerbaijan.',
    },
  ],
  'AZ.VOEN': [
    {
      we: 'accept',
      where: /^0/,
      failure: 'InvalidLength',
      reason: 'The leading zero is often omitted, so it is added to nine digits.',
      source: 'facts/tax-ids.md; python-stdnum 2.2 and the numbers found online in its tests.',
    },
    {
      we: 'refuse',
      where: /^\d{9}[12]$/,
      failure: 'INVALID_CHECKSUM',
      reason: 'The ninth digit is a check digit, modulo 11; stdnum checks none.',
      source:
        'OECD, AEOI portal, Azerbaijan; the weights fit all 193 published numbers in the tests of python-stdnum.',
    },
    {
      we: 'refuse',
      where: /^\d*[A-Z]\d*[12]$/,
      reason: 'All ten characters are digits; stdnum looks at the last one alone.',
      source: 'OECD, AEOI portal, Azerbaijan.',
    },
  ],
  'BA.JIB': [
    {
      we: 'accept',
      where: /^4/,
      failure: 'InvalidComponent',
      reason: 'Businesses have a JIB, which begins with 4 and has no date of birth.',
      source: 'The type of this row is wider: stdnum checks JMBG alone. JIB: Sl. glasnik RS 4/13, art. 11.',
    },
  ],
  'BE.NN': [
    {
      we: 'refuse',
      where: /^\d{6}000/,
      failure: 'INVALID_COMPONENT',
      reason: 'Those born on one day are counted from 001; stdnum doesn’t look at the serial.',
      source: 'Royal decree of 3 April 1984: 001 to 997 for men, 002 to 998 for women.',
    },
  ],
  'BE.VAT': [
    {
      we: 'refuse',
      where: /^[2-9]\d{9}$/,
      failure: 'INVALID_FORMAT',
      reason: 'The first of the ten digits is 0 or 1; stdnum accepts any.',
      source: 'Royal decree of 24 June 2003.',
    },
  ],
  'BG.EGN': [
    {
      we: 'refuse',
      where: /^\d\d(?:00|1[3-9]|20|3[3-9]|40|5[3-9]|[6-9])/,
      reason:
        'The month of an ЕГН does not exist, and the check digit of an ЛНЧ does not fit; stdnum reads no date.',
      source: 'Civil Registration Act, art. 11; EU TIN algorithms.',
    },
    {
      we: 'refuse',
      where: /^\d{4}(?:00|3[2-9]|[4-9])/,
      reason:
        'The day of an ЕГН does not exist, and the check digit of an ЛНЧ does not fit; stdnum reads no date.',
      source: 'Civil Registration Act, art. 11; EU TIN algorithms.',
    },
  ],
  'BG.VAT': [
    {
      we: 'accept',
      where: /^[4-8]/,
      failure: 'InvalidFormat',
      reason: 'The first digit may be any: companies have 8, and people the decade of their birth.',
      source:
        'VAT Act, art. 94: the ЕИК or personal number, which have no such limit; python-stdnum has none either.',
    },
    {
      we: 'accept',
      where: /^[01239]\d{9}$/,
      failure: 'InvalidChecksum',
      reason:
        'Ten digits that fit the check of other persons are valid; stdnum has that comparison inverted.',
      source:
        'python-stdnum, from which stdnum was ported, refuses where the digit differs, stdnum where it fits.',
    },
    {
      we: 'refuse',
      where: /^[01239]\d{9}$/,
      failure: 'INVALID_CHECKSUM',
      reason: 'Ten digits that fit none of the three checks are not valid; stdnum has the third inverted.',
      source:
        'python-stdnum, from which stdnum was ported, refuses where the digit differs, stdnum where it fits.',
    },
  ],
  'BO.CI': [
    {
      we: 'accept',
      where: /^\d{5,8}$/,
      failure: 'InvalidLength',
      reason: 'The department is optional; stdnum requires it.',
      source: 'SEGIP: cards no longer name the department since 2018.',
    },
    {
      we: 'accept',
      where: /^\d{5,8}\d[A-Z](?:LP|OR|PT|CB|CH|TJ|SC|BE|PD)?$/,
      reason:
        'A digit and a letter can follow as the complement of a duplicate number; stdnum doesn’t support it.',
      source: 'SEGIP, complement of the card number.',
    },
    {
      we: 'accept',
      where: /^\d{5,6}(?:LP|OR|PT|CB|CH|TJ|SC|BE|PD)/,
      failure: 'InvalidLength',
      reason: 'Old cards have five or six digits; stdnum requires seven or eight.',
      source: 'facts/tax-ids.md: five to eight digits.',
    },
  ],
  'BY.UNP': [
    {
      we: 'refuse',
      where: /^[09]/,
      failure: 'INVALID_FORMAT',
      reason: 'The first digit is the region, 1 to 8; stdnum checks none.',
      source: 'python-stdnum has 1 to 7; 807000069 (BSB Bank) is genuine, so that 8 is allowed here.',
    },
    {
      we: 'accept',
      where: /^[A-Z]{2}\d{7}$/,
      failure: 'InvalidFormat',
      reason:
        'The two letters are often typed as the Cyrillic ones that look the same; stdnum requires Latin ones.',
      source: 'facts/tax-ids.md: Cyrillic letters occur; python-stdnum turns them into Latin ones too.',
    },
    {
      we: 'refuse',
      where: /^(?:\d[A-Z]|[A-Z]\d)\d{7}$/,
      reason: 'The first two places are two digits or two letters; stdnum takes one of each.',
      source: 'Ministry of Taxes and Duties, make-up of the UNP; python-stdnum rejects them too.',
    },
  ],
  'CA.BN': [
    {
      we: 'accept',
      where: /^\d{9}R[ABD-LNOQRSU-Z]\d{4}$/,
      failure: 'InvalidComponent',
      reason: 'There are more program accounts than RC, RM, RP and RT, such as RR, RZ and RU.',
      source: 'Canada Revenue Agency, program accounts (RR of charities, RZ of information returns).',
    },
    {
      we: 'refuse',
      where: /^\d{9}RT\d{4}$/,
      failure: 'INVALID_FORMAT',
      reason: 'An RT account is a GST/HST number, which is a type of its own here.',
      source: 'The type of this row is narrower: CA.GST has the RT accounts (facts/tax-ids.md).',
    },
  ],
  'CA.GST': [
    {
      we: 'refuse',
      where: /^\d{9}R[CMP]\d{4}$/,
      failure: 'INVALID_FORMAT',
      reason: 'Only an RT account is a GST/HST number; stdnum accepts any program of the business number.',
      source: 'Canada Revenue Agency: RT is the program of the GST/HST.',
    },
  ],
  'CA.PST': [
    {
      we: 'accept',
      where: /^\d{7}$/,
      failure: 'InvalidLength',
      reason: 'Manitoba and Saskatchewan have numbers of seven digits.',
      source: 'The type of this row is wider: stdnum checks the numbers of British Columbia alone.',
    },
  ],
  'CA.QST': [
    {
      we: 'accept',
      where: /^NR\d{8}$/,
      failure: 'InvalidLength',
      reason: 'Suppliers outside Quebec have NR and eight digits; stdnum doesn’t support them.',
      source: 'Revenu Québec, specified system of QST registration.',
    },
    {
      we: 'refuse',
      where: /^\d{10}(?!TQ)[A-Z]{2}\d{4}$/,
      reason: 'The two letters are TQ; stdnum accepts any.',
      source: 'Revenu Québec, validation of a QST number: ten digits, the letters TQ and four more digits.',
    },
  ],
  'CA.SIN': [
    {
      we: 'refuse',
      where: /^[08]\d{8}$/,
      reason: 'No SIN begins with 0 or 8; stdnum accepts any first digit.',
      source: 'Employment and Social Development Canada, SIN code of practice; facts/tax-ids.md.',
    },
  ],
  'CH.MWST': [
    {
      we: 'accept',
      where: /^CHE\d{9}(MWST|TVA|IVA|TPV)$/,
      failure: 'InvalidLength',
      reason: 'CH before nine digits is the country code; stdnum knows only CHE.',
      source: 'The engine takes off the country code before a number in every country.',
    },
    {
      we: 'accept',
      where: /^CHE\d{9}MWST$/,
      failure: 'InvalidLength',
      reason:
        'CHE and the letters at the end are optional, because the digits are the UID; stdnum requires both.',
      source: 'Federal Tax Administration: a VAT number is the UID with MWST, TVA or IVA after it.',
    },
  ],
  'CH.UID': [
    {
      we: 'accept',
      where: /^CHE\d{9}$/,
      failure: 'InvalidLength',
      reason: 'CHE is the same in every UID and optional; stdnum requires it.',
      source: 'Federal Statistical Office: the check counts the nine digits alone.',
    },
  ],
  'CN.USCC': [
    {
      we: 'accept',
      where: /^\d?[A-Z]/,
      failure: 'InvalidFormat',
      reason:
        'The first two places (registering authority, kind of body) may be letters, as the N of rural collectives.',
      source: 'GB 32100-2015 with amendment 1: both places are Arabic digits or Latin letters.',
    },
  ],
  'CO.NIT': [
    {
      we: 'accept',
      where: /^1\d{9}$/,
      failure: 'InvalidChecksum',
      reason:
        'Ten digits that begin with 1 are a NIT (identity card) without its check digit, accepted with a warning.',
      source:
        'DIAN, form 001 (RUT): NIT and check digit are two boxes; the Registraduría numbers new cards from 1 000 000 000.',
    },
    {
      we: 'accept',
      where: /^[89]\d{8}$/,
      failure: 'InvalidChecksum',
      reason:
        'Nine digits that begin with 8 or 9 are the NIT of a company without its check digit, accepted with a warning.',
      source:
        'DIAN, form 001 (RUT): NIT and check digit are two boxes; companies are numbered from 800 000 000.',
    },
    {
      we: 'accept',
      where: /^[1-9]\d{7}$/,
      failure: 'InvalidChecksum',
      reason: 'Eight digits are a NIT (identity card) without its check digit, accepted with a warning.',
      source:
        'DIAN, form 001 (RUT): NIT and check digit are two boxes; older identity cards have eight digits.',
    },
    {
      we: 'refuse',
      where: /^0\d{7}$/,
      failure: 'INVALID_FORMAT',
      reason: 'A NIT is the number of a card or of a company and does not begin with zeros that fill it up.',
      source: 'DIAN, form 001 (RUT): box 5 is the number as issued, without leading zeros.',
    },
  ],
  'CR.CPF': [
    {
      we: 'accept',
      where: /^1\d{10}$/,
      failure: 'InvalidLength',
      reason: 'A DIMEX has 11 or 12 digits; stdnum supports only 12, although its own comment says 11 or 12.',
      source:
        'Dirección General de Tributación, "Anexos y estructuras" 4.3: a DIMEX has 11 or 12 digits, no zero in front.',
    },
    {
      we: 'refuse',
      where: /^0\d{8}$/,
      failure: 'INVALID_FORMAT',
      reason:
        'Nine digits begin with the province, 1 to 9; stdnum takes 0 for one, and fills up each part between dashes.',
      source:
        'Dirección General de Tributación, "Anexos y estructuras" 4.3: a cédula física has 9 digits, no zero in front.',
    },
    {
      we: 'refuse',
      where: /^\d{7,8}$/,
      failure: 'INVALID_LENGTH',
      reason:
        'A digit is missing: stdnum fills up each part between dashes with zeros, even an empty province.',
      source:
        'Dirección General de Tributación, "Anexos y estructuras" 4.3: a cédula física has 9 digits, no zero in front.',
    },
  ],
  'CY.VAT': [
    {
      we: 'refuse',
      where: /^12/,
      failure: 'INVALID_COMPONENT',
      reason: 'VAT numbers do not begin with 12, which is the beginning of companies’ TICs.',
      source: 'European Commission, "VIES: VAT number construction rules", Cyprus.',
    },
  ],
  'CZ.DIC': [
    {
      we: 'accept',
      where: /^6\d{8}$/,
      failure: 'InvalidChecksum',
      reason:
        'The weights 8 to 2 are for digits 2 to 8; stdnum begins with digit 1, and so refuses genuine VAT groups.',
      source: 'European Commission, "VIES: VAT number construction rules", Czech Republic, special cases.',
    },
    {
      we: 'refuse',
      where: /^6\d{8}$/,
      failure: 'INVALID_CHECKSUM',
      reason:
        'The weights 8 to 2 are for digits 2 to 8; stdnum begins with digit 1, and so gets another digit.',
      source: 'European Commission, "VIES: VAT number construction rules", Czech Republic, special cases.',
    },
    czechMonthOfNine,
    {
      we: 'refuse',
      where: /^\d\d[49][1-9]\d{5}$/,
      failure: 'INVALID_COMPONENT',
      reason: 'Months 41 to 49 and 91 to 99 do not exist: stdnum takes off 20 twice.',
      source: 'Act 133/2000 Sb. § 13: 50 is added for women and 20 where the numbers ran out, nothing else.',
    },
  ],
  'CZ.ICO': [
    {
      we: 'accept',
      where: /^0/,
      failure: 'InvalidLength',
      reason: 'An IČO written without the zeros it begins with is filled up and accepted as an old form.',
      source:
        'Czech Statistical Office: older IČO were shorter and are filled up with zeros to eight digits.',
    },
  ],
  'CZ.RC': [
    czechMonthOfNine,
    {
      we: 'refuse',
      where: /^\d\d[49][1-9]\d{5,6}$/,
      failure: 'INVALID_COMPONENT',
      reason: 'Months 41 to 49 and 91 to 99 do not exist: stdnum takes off 20 twice.',
      source: 'Act 133/2000 Sb. § 13: 50 is added for women and 20 where the numbers ran out, nothing else.',
    },
    {
      we: 'accept',
      where: /^(8[5-9]|9\d|[0-4]\d|5[0-3])\d{7}0$/,
      failure: 'InvalidChecksum',
      reason:
        'A remainder of 10 written as 0 is accepted with a warning for any year, by stdnum only before 1985.',
      source:
        'Czech national health information system (NZIS), "Struktura rodného čísla": some may exist after 1985; Federal Statistical Office Vk. 2898/1985.',
    },
  ],
  'DE.IDNR': [
    {
      we: 'refuse',
      where: /^\d*(\d)\1\1\d+$/,
      failure: 'INVALID_COMPONENT',
      reason: 'A digit can occur three times, but not three times in a row, which stdnum doesn’t check.',
      source:
        'Bayerisches Landesamt für Steuern, "Prüfung der Steuer- und Steueridentifikationsnummer", chapter 2.',
    },
    {
      we: 'refuse',
      where: /^\d*(\d)\d*\1\d*\1\d*\1\d+$/,
      failure: 'INVALID_COMPONENT',
      reason: 'No digit occurs four times. stdnum’s condition for repeated digits misses most errors.',
      source:
        'Bayerisches Landesamt für Steuern, "Prüfung der Steuer- und Steueridentifikationsnummer", chapter 2.',
    },
  ],
  'DE.STNR': [
    {
      we: 'refuse',
      failure: 'INVALID_CHECKSUM',
      reason: 'Every state has a check digit; stdnum verifies none at all.',
      source:
        'Bayerisches Landesamt für Steuern, "Prüfung der Steuer- und Steueridentifikationsnummer", chapter 6 on.',
    },
    {
      we: 'refuse',
      where: /^\d{5}(000|998|999)\d{5}$/,
      failure: 'INVALID_COMPONENT',
      reason: 'Some districts are not issued; stdnum accepts any.',
      source:
        'Bayerisches Landesamt für Steuern, "Prüfung der Steuer- und Steueridentifikationsnummer", chapter 5.',
    },
    {
      we: 'refuse',
      where: /^[4-9]\d{10}$/,
      failure: 'INVALID_COMPONENT',
      reason:
        'Eleven digits begin with 0 to 3: the offices of Bavaria and North Rhine-Westphalia are below 400; stdnum accepts any.',
      source: 'Federal Central Tax Office (BZSt), list of tax offices (Bundesfinanzamtsnummern).',
    },
    {
      we: 'accept',
      failure: 'InvalidComponent',
      reason:
        'stdnum requires a digit that occurs two or three times, which is the rule of the IdNr., not of this number.',
      source: '§ 139b AO and BZSt, on the IdNr.; the states’ numbers have no such rule.',
    },
  ],
  'DE.VAT': [
    {
      we: 'refuse',
      where: /^0/,
      failure: 'INVALID_FORMAT',
      reason: 'The first digit is 1 to 9.',
      source: 'European Commission, "VIES: VAT number construction rules", Germany.',
    },
  ],
  'DO.RNC': [
    {
      we: 'accept',
      where: /^101581601$/,
      failure: 'InvalidChecksum',
      reason: 'One of the numbers on the register whose check digit is wrong, accepted with a warning.',
      source: 'DGII, register of taxpayers (RNC).',
    },
  ],
  'EC.RUC': [
    {
      we: 'accept',
      where: /^\d\d[69]/,
      failure: 'InvalidChecksum',
      reason:
        'Newer numbers of companies and public bodies do not keep the check digit, so a mismatch is a warning.',
      source:
        'SRI, "Estructura del RUC": the check digits of companies and public bodies are no longer verified.',
    },
    {
      we: 'accept',
      where: /^9{13}$/,
      failure: 'InvalidComponent',
      reason: 'The number for sales to final consumers is accepted as generic.',
      source: 'SRI, technical specification of electronic invoices ("consumidor final").',
    },
  ],
  'EE.ISIKUKOOD': [
    {
      we: 'refuse',
      failure: 'INVALID_COMPONENT',
      reason: 'The first seven digits are century, sex and date of birth, which stdnum doesn’t look at.',
      source: 'Population Register Act; European Commission, TIN algorithms, Estonia.',
    },
  ],
  'EE.KMKR': [
    {
      we: 'refuse',
      where: /^(?!10)/,
      failure: 'INVALID_FORMAT',
      reason: 'All Estonian VAT numbers begin with 10; stdnum checks only the check digit.',
      source: 'VIES: EE10 and seven digits in every number published; jsvat has the same pattern.',
    },
  ],
  'ES.DNI': [
    {
      we: 'refuse',
      where: /^[KLM]/,
      failure: 'INVALID_FORMAT',
      reason:
        'A DNI is digits and a letter; K, L and M begin a NIF of people without one, a type of its own here (ES.NIF).',
      source: 'Real Decreto 1553/2005 (DNI) and Real Decreto 1065/2007, articles 19 and 20 (K, L, M).',
    },
  ],
  'ES.NIF': [
    {
      we: 'accept',
      where: /^[KLM]\d{7}[A-J]$/,
      failure: 'InvalidChecksum',
      reason:
        'For K, L and M, both the letter of entities and that of the DNI are in use, so either is accepted; stdnum supports only the latter.',
      source:
        'Real Decreto 1065/2007, articles 19 and 20: a check letter, without saying how it is reckoned.',
    },
  ],
  'FI.HETU': [
    {
      we: 'accept',
      where: /^\d{6}-\d{3}/,
      failure: 'InvalidLength',
      reason:
        'A missing dash is put back: only the dash is lost when separators are stripped, + and letters are not.',
      source: 'Only what is understood as input differs; the number kept is that of decree 128/2010.',
    },
    {
      we: 'accept',
      where: /^\d{6}-\d{3}/,
      failure: 'InvalidFormat',
      reason: 'A dash in the wrong place is read as a separator, and the number kept has it after the date.',
      source: 'Only what is understood as input differs; the number kept is that of decree 128/2010.',
    },
  ],
  'FI.YTUNNUS': [
    {
      we: 'accept',
      where: /^0/,
      failure: 'InvalidLength',
      reason:
        'Old business IDs have six digits before the dash; the leading zero is added, with a warning about the old form.',
      source:
        'Finnish Tax Administration (Vero), check of Business IDs: a zero is put before one of six digits.',
    },
  ],
  'FO.TIN': [
    {
      we: 'accept',
      where: /^\d{9}$/,
      failure: 'InvalidLength',
      reason:
        'The type of this row is wider: besides the V-tal of six digits also the P-tal of persons, of nine.',
      source: 'OECD, AEOI page on the TINs of the Faroe Islands.',
    },
    {
      we: 'accept',
      where: /^\d{6}$/,
      failure: 'InvalidLength',
      reason: 'The country prefix FO can precede a V-tal; stdnum counts it among the six characters.',
      source:
        'Only what is understood as input differs; the number kept is the V-tal of the OECD page and taks.fo.',
    },
  ],
  'FR.SIRET': [
    {
      we: 'refuse',
      failure: 'INVALID_COMPONENT',
      reason: 'The SIREN inside has a check digit of its own, which stdnum doesn’t look at.',
      source: 'INSEE, schema of the SIRET, section on checks: SIREN and SIRET each carry a Luhn key.',
    },
    {
      we: 'accept',
      where: /^356000000/,
      failure: 'InvalidChecksum',
      reason:
        'Luhn remains valid beside La Poste’s own rule (digit sum divisible by 5); stdnum accepts it only for the head office.',
      source:
        'INSEE, schema of the SIRET: a Luhn key for all; no source dates La Poste’s rule, so older numbers may have the key.',
    },
  ],
  'GB.UTR': [
    {
      we: 'accept',
      where: /^\d{10}$/,
      failure: 'InvalidLength',
      reason: 'HMRC’s letters write a K after many UTRs; it is accepted and removed.',
      source: 'HMRC (gov.uk, Find your UTR number): ten digits, which the letter K may follow.',
    },
  ],
  'GB.VAT': [
    {
      we: 'accept',
      where: /^\d{9}(\d{3})?$/,
      failure: 'InvalidLength',
      reason: 'XI precedes the same number in trade in goods with the EU; stdnum removes only GB.',
      source: 'Protocol on Ireland/Northern Ireland, Annex 3, and HMRC’s guidance on the prefix XI.',
    },
    {
      we: 'refuse',
      where: /^(?!GD|HA)[A-Z]{2}\d{3}$/,
      failure: 'INVALID_CHARACTERS',
      reason:
        'Only GD and HA numbers have five characters; stdnum accepts any two characters before three digits.',
      source: 'VIES, UK number formats: GD000 to GD499 and HA500 to HA999.',
    },
    {
      we: 'refuse',
      where: /^(?!GD|HA)[ADGH]{2}\d{3}$/,
      failure: 'INVALID_FORMAT',
      reason: 'As before, where each letter is one that GD or HA numbers have in another place (DG, GG, DD).',
      source: 'VIES, UK number formats: GD000 to GD499 and HA500 to HA999.',
    },
    {
      we: 'refuse',
      where: /^[1-9]\d{8}(\d{3})?$/,
      failure: 'INVALID_CHECKSUM',
      reason:
        'stdnum also takes a remainder of 55, but 55 less and 42 more in the last two digits are the same modulo 97: it is always 42.',
      source: 'HMRC’s modulus 97 and 9755 checks, as in the VIES validation routines.',
    },
  ],
  'GH.TIN': [
    {
      we: 'refuse',
      where: /^[PCGQV]00[0-9X]*[A-WYZ][0-9A-Z]*$/,
      failure: 'INVALID_CHARACTERS',
      reason:
        'Only digits follow the first letter, and X only at the end; stdnum also accepts letters there.',
      source: 'OECD, AEOI page on the TINs of Ghana, and the specimens of the Ghana Revenue Authority.',
    },
  ],
  'GR.AFM': [
    {
      we: 'refuse',
      failure: 'INVALID_FORMAT',
      where: /^0/,
      reason:
        'An eight-digit number is nine digits without the leading zero, and so begins with another digit.',
      source: 'worker/tin/countries/gr.ts.',
    },
  ],
  'GT.CUI': [
    {
      we: 'accept',
      where: /(0514|1333)$/,
      failure: 'InvalidComponent',
      reason: 'Escuintla has 14 municipalities since Sipacate was founded, Huehuetenango 33 since Petatán.',
      source:
        'The decrees of the Congress of Guatemala of 2015 on Sipacate and Petatán (340 municipalities today).',
    },
    {
      we: 'refuse',
      where: /00$/,
      failure: 'INVALID_COMPONENT',
      reason: 'The municipalities of a department are counted from 01; stdnum looks at the upper end alone.',
      source: 'Codes of departments and municipalities of INE Guatemala, which RENAP puts into the CUI.',
    },
  ],
  'GT.NIT': [
    {
      we: 'accept',
      where: /^CF$/,
      failure: 'InvalidFormat',
      reason: 'CF (consumidor final) is accepted as a generic number.',
      source: 'SAT, FEL: reglas y validaciones: CF replaces the NIT of a final consumer.',
    },
  ],
  'HK.HKID': [
    {
      we: 'accept',
      where: /^(O[A-Z]?|[A-Z]O)\d/,
      failure: 'InvalidFormat',
      reason: 'Any one or two letters can come first, including O.',
      source: 'OECD, AEOI page on the TINs of Hong Kong: one or two capital letters of the alphabet.',
    },
  ],
  'ID.NPWP': [
    {
      we: 'accept',
      where: /^0/,
      failure: 'InvalidLength',
      reason: 'An NPWP has 16 digits today: 0 and the old 15. stdnum supports only the old form.',
      source: 'Regulations of the Minister of Finance PMK 112/2022 and PMK 136/2023.',
    },
    {
      we: 'accept',
      where: /^(?!1000)[1-9]/,
      failure: 'InvalidLength',
      reason: 'The NPWP of a resident is the NIK, of 16 digits.',
      source: 'Regulations of the Minister of Finance PMK 112/2022 and PMK 136/2023.',
    },
    {
      we: 'accept',
      where: /^1000/,
      failure: 'InvalidLength',
      reason: 'New numbers of entities have 16 digits and begin with 1000.',
      source: 'PMK 112/2022 and the numbers that the tax office’s Coretax system has issued since 2025.',
    },
  ],
  'IE.PPS': [
    {
      we: 'accept',
      where: /^\d{7}[A-W][B-GI]$/,
      failure: 'InvalidFormat',
      reason: 'The second letter can be any of A to I and counts in the check; stdnum supports A and H.',
      source: 'European Commission, TIN algorithms, Ireland; Revenue eBrief 03/13.',
    },
  ],
  'IE.VAT': [
    {
      we: 'refuse',
      where: /^\d{7}[A-W][J-V]$/,
      failure: 'INVALID_FORMAT',
      reason: 'The second letter is A to I, or W; stdnum accepts every letter with a check value.',
      source: 'European Commission, TIN algorithms, Ireland.',
    },
  ],
  'IL.ID': [
    {
      we: 'refuse',
      failure: 'INVALID_FORMAT',
      where: /^0/,
      reason: 'A number without its leading zeros has none of them.',
      source: 'worker/tin/countries/il.ts.',
    },
  ],
  'IN.GSTIN': [
    {
      we: 'accept',
      where: /^\d{4}[A-Z]{3}\d{5}(UN|ON|NR|OS)/,
      failure: 'InvalidFormat',
      reason:
        'The type of this row is wider: also the numbers of UN bodies, embassies, non-residents and online services, without a PAN inside.',
      source: 'CGST Rules 2017, rules 13, 14 and 17, and the patterns of the GST Network.',
    },
    {
      we: 'accept',
      where: /^\d{2}[A-Z]{4}\d{5}[A-Z]/,
      failure: 'InvalidFormat',
      reason:
        'The type of this row is wider: who deducts tax and has no PAN is registered by TAN (four letters, five digits).',
      source: 'CGST Rules 2017, rule 12, and the patterns of the GST Network.',
    },
  ],
  'IN.PAN': [
    {
      we: 'accept',
      where: /^[A-Z]{3}E/,
      failure: 'InvalidComponent',
      reason:
        'Lists of the letters of holders differ on E, limited liability partnerships (others: F); both are accepted.',
      source:
        'Income-tax Act 1961, s. 139A, and rule 114 fix no list of the letters, so none that some list has is refused.',
    },
  ],
  'IS.KT': [
    {
      we: 'accept',
      where: /^[0-3]/,
      failure: 'InvalidChecksum',
      reason: 'Personal numbers are issued without a check digit.',
      source: 'Registers Iceland (skra.is), kennitölur án vartölu: from 18 February 2026.',
    },
    {
      we: 'accept',
      where: /^[89]/,
      failure: 'InvalidComponent',
      reason: 'System IDs begin with 8 or 9 and have neither a date nor a check digit.',
      source: 'Registers Iceland (skra.is), kerfiskennitölur.',
    },
    {
      we: 'refuse',
      where: /^[0-7]\d{8}[1-7]$/,
      failure: 'INVALID_COMPONENT',
      reason: 'The last digit names the century, 8, 9 or 0; stdnum reads all others than 9 as the 2000s.',
      source: 'Registers Iceland (skra.is), um kennitölur.',
    },
  ],
  'KR.BRN': [
    {
      we: 'accept',
      warning: 'CHECKSUM_NOT_VERIFIABLE',
      reason: 'A wrong check digit is a warning; stdnum refuses it.',
      source: 'python-stdnum checks none, and 206-18-12345 in its tests of numbers found online fails.',
    },
  ],
  'KR.RRN': [
    {
      we: 'accept',
      where: /^\d{6}[0-49]/,
      failure: 'InvalidChecksum',
      reason: 'Numbers issued since October 2020 end in six random digits, so a mismatch is only a warning.',
      source: 'Enforcement Rule of the Resident Registration Act, art. 2, as amended in 2020',
    },
    {
      we: 'accept',
      where: /^\d{6}[5-8]/,
      failure: 'InvalidChecksum',
      reason:
        'Foreigners’ numbers also came with a check digit two higher, and have none since October 2020 (a warning).',
      source:
        'Enforcement Rule of the Resident Registration Act, art. 2; foreigner registration (Ministry of Justice)',
    },
  ],
  'LV.PK': [
    {
      we: 'accept',
      where: /^3[2-9]/,
      failure: 'InvalidComponent',
      reason: 'Codes issued since July 2017 have neither a date of birth nor a check digit.',
      source: 'Law on the Register of Natural Persons, as in force since 1 July 2017',
    },
    {
      we: 'refuse',
      where: /^[4-9]/,
      failure: 'INVALID_FORMAT',
      reason: 'Numbers that begin with 4 to 9 belong to legal persons, not to people.',
      source: 'stdnum’s validator is for a wider type: VAT numbers of persons and legal persons alike',
    },
  ],
  'LV.PVN': [
    {
      we: 'accept',
      where: /^3[2-9]/,
      failure: 'InvalidComponent',
      reason: 'Personal codes issued since July 2017 have neither a date of birth nor a check digit.',
      source: 'Law on the Register of Natural Persons, as in force since 1 July 2017',
    },
    {
      we: 'accept',
      where: /^9\d{9}0$/,
      failure: 'InvalidChecksum',
      reason: 'Where the sum leaves no check digit, numbers that begin with 9 have 0.',
      source:
        'VAT number algorithms of the EU as given by the tax office (VID): sum 4 modulo 11 with a first digit 9',
    },
  ],
  'MA.ICE': [
    {
      we: 'refuse',
      where: /^\d{13}(?:00|9[89])$/,
      failure: 'INVALID_CHECKSUM',
      reason:
        'The pair is 97 less the remainder, so 01 to 97; stdnum only divides by 97 and takes 00, 98 and 99 for 97, 01 and 02.',
      source:
        'Decree 2-11-63 of 20 May 2011; among the numbers of companies in python-stdnum’s tests 97 and 01 occur, 00, 98 and 99 never',
    },
  ],
  'MC.TVA': [
    {
      we: 'refuse',
      where: /^(?:FR)?(?:[A-Z].|.[A-Z])000\d{6}$/,
      reason: 'Keys with letters are foreseen for French numbers alone; those of Monaco have two digits.',
      source: 'Monaco: numbers are FR, 2 digits, 000, 6 digits; stdnum only calls its French validator',
    },
  ],
  'MK.EDB': [
    {
      we: 'refuse',
      where: /^[0-3]/,
      failure: 'INVALID_COMPONENT',
      reason: 'Numbers that begin with 0 to 3 are those of persons, with a date of birth; stdnum ignores it.',
      source: 'Public Revenue Office: the EDB of persons is their citizen number.',
    },
  ],
  'MT.VAT': [
    {
      we: 'refuse',
      where: /^\d{6}(?:00|3[89]|[4-9]\d)$/,
      failure: 'INVALID_CHECKSUM',
      reason:
        'The last two digits are 37 less the remainder, so 01 to 37; stdnum accepts any pair that makes the sum divisible by 37.',
      source: 'VIES, "VAT number construction rules"',
    },
  ],
  'MU.NID': [
    {
      we: 'accept',
      where: /0$/,
      failure: 'InvalidChecksum',
      reason: 'At remainder 0 the check character is 0; stdnum reads the 17th of its alphabet, H.',
      source:
        'Modulus 17 has the characters 0 to G; python-stdnum, from which stdnum was made, takes (17 − r) modulo 17',
    },
    {
      we: 'refuse',
      where: /H$/,
      failure: 'INVALID_FORMAT',
      reason: 'H is no character of a modulus of 17; stdnum requires it at remainder 0.',
      source:
        'Modulus 17 has the characters 0 to G; python-stdnum, from which stdnum was made, takes (17 − r) modulo 17',
    },
    {
      we: 'refuse',
      where: /^.(?:00|3[2-9]|[4-9]\d|..(?:00|1[3-9]|[2-9]\d)|(?:29|3[01])02|31(?:0[469]|11))/,
      failure: 'INVALID_COMPONENT',
      reason: 'Characters 2 to 7 are the date of birth, which stdnum doesn’t check.',
      source: 'Mauritius National Identity Scheme (mnis.govmu.org)',
    },
  ],
  'MX.CURP': [
    {
      we: 'accept',
      where: /^XEXX010101MNEXXXA8$/,
      failure: 'InvalidChecksum',
      reason: 'The generic CURP of foreign women is published with a check digit that does not fit.',
      source: 'SAT, CFDI guides; accepted with the warning GENERIC_NUMBER.',
    },
    {
      we: 'refuse',
      where: /^.{13}.{0,2}[AEIOU]/,
      failure: 'INVALID_FORMAT',
      reason: 'Characters 14 to 16 are consonants of the names (X where there is none), never vowels.',
      source:
        'RENAPO, Instructivo normativo para la asignación de la CURP (DOF, 18 October 2021); SAT’s t_CURP',
    },
  ],
  'MX.RFC': [
    {
      we: 'accept',
      where: /^X[AE]XX010101000$/,
      failure: 'InvalidComponent',
      reason: 'The RFCs for the general public and for foreigners are in use, so they pass with a warning.',
      source: 'SAT, Resolución Miscelánea Fiscal, rule on the generic RFC in CFDI',
    },
    {
      we: 'accept',
      where: /(?:[0W-Z].|.0)[0-9A]$/,
      failure: 'InvalidComponent',
      reason: 'Any two letters or digits can precede the check character; stdnum requires 1 to V and 1 to Z.',
      source: 'SAT, CFDI schema (tdCFDI, t_RFC): [A-Z0-9]{2}[0-9A]',
    },
    {
      we: 'accept',
      failure: 'InvalidChecksum',
      reason: 'The check character is wrong in about 1.5% of issued RFCs, so this is only a warning.',
      source: 'python-stdnum leaves the test out for the same reason',
    },
  ],
  'NL.BTW': [
    {
      we: 'refuse',
      where: /^\d{1,8}B\d\d$/,
      failure: 'INVALID_LENGTH',
      reason:
        'There are always nine digits before the B; stdnum fills in zeros, so that a lost digit passes.',
      source: 'Belastingdienst and VIES: NL, nine digits, B, two digits',
    },
  ],
  'NO.FNR': [
    {
      we: 'accept',
      where: /^\d{4}54(?:[56]\d|7[0-4])/,
      failure: 'InvalidComponent',
      reason: 'The serials 500 to 749 are for births from 1854 to 1899; stdnum begins them at 1855.',
      source: 'Folkeregisterforskriften; python-stdnum has 1854 too',
    },
  ],
  'NO.MVA': [
    {
      we: 'accept',
      where: /^\d{7}$/,
      failure: 'InvalidLength',
      reason: 'Foreign online sellers have a VOEC number of seven digits.',
      source: 'The type of this row is wider: Skatteetaten, VAT on e-commerce (VOEC)',
    },
    {
      we: 'refuse',
      where: /^[0-7]\d{8}MVA$/,
      failure: 'INVALID_FORMAT',
      reason: 'It is an organisation number with MVA, which begins with 8 or 9.',
      source: 'Brønnøysundregistrene, "Organisasjonsnummeret"; bokføringsforskriften § 5-1-2',
    },
  ],
  'NO.ORGNR': [
    {
      we: 'accept',
      where: /^[89]\d{8}$/,
      failure: 'InvalidLength',
      reason: 'A country prefix can precede the number; stdnum counts it as part of the number.',
      source:
        'The type of this row is wider: the number may be written with NO before it; the nine digits are checked alike',
    },
    {
      we: 'refuse',
      where: /^[0-7]\d{8}$/,
      failure: 'INVALID_FORMAT',
      reason: 'Organization numbers begin with 8 or 9.',
      source: 'Brønnøysundregistrene, "Organisasjonsnummeret"',
    },
  ],
  'NZ.IRD': [
    {
      we: 'refuse',
      where: /^(?:0\d{7}|[2-9]\d{8})$/,
      failure: 'INVALID_COMPONENT',
      reason:
        'IRD numbers lie between 10 and 150 million (200 here, for what is to come); stdnum has no range.',
      source: 'Inland Revenue, RWT and NRWT specification, "IR number validation"',
    },
  ],
  'PK.CNIC': [
    {
      we: 'accept',
      where: /^8/,
      failure: 'InvalidComponent',
      reason: 'stdnum’s list of provinces ends at 7; 8 is Azad Kashmir.',
      source:
        'stdnum reads an old list of provinces (Wikipedia’s); NADRA issues 81 and 82 in Azad Kashmir and publishes no closed list',
    },
  ],
  'PK.NTN': [
    {
      we: 'accept',
      where: /^[A-Z\d]\d{7}$/,
      failure: 'InvalidLength',
      reason:
        'Written in full the NTN has a check digit at the end (4174941-3), which stdnum doesn’t support.',
      source: 'FBR in the OECD’s AEOI page on Pakistan; org-id.guide, PK-NTN',
    },
    {
      we: 'accept',
      where: /^[A-Z]\d{6}$/,
      failure: 'InvalidFormat',
      reason: 'Newer NTNs begin with a letter.',
      source: 'FBR in the OECD’s AEOI page on Pakistan',
    },
    {
      we: 'accept',
      where: /^(?:[89]\d{12}|[1-7]\d{11}0)$/,
      failure: 'InvalidLength',
      reason:
        'For persons the CNIC serves, also one of Azad Kashmir (8) or with the even digit 0 at the end.',
      source: 'FBR in the OECD’s AEOI page on Pakistan; as in PK.CNIC',
    },
  ],
  'PL.NIP': [
    {
      we: 'refuse',
      where: /^0/,
      failure: 'INVALID_FORMAT',
      reason: 'The first three digits were the code of a tax office, and these begin at 101.',
      source:
        'Act of 13 October 1995 on the registration of taxpayers, and the codes of the tax offices under it',
    },
  ],
  'PT.NIF': [
    {
      we: 'refuse',
      where: /^(7[36]|9[2-7])/,
      failure: 'INVALID_COMPONENT',
      reason: '73, 76 and 92 to 97 are no kind of taxpayer; stdnum checks none.',
      source: 'Autoridade Tributária, ranges of the NIF under Decreto-Lei 14/2013.',
    },
    {
      we: 'refuse',
      where: /^4[0-46-9]/,
      failure: 'INVALID_COMPONENT',
      reason: 'Of the numbers that begin with 4 only 45, for non-residents, is issued.',
      source: 'Autoridade Tributária, ranges of the NIF under Decreto-Lei 14/2013.',
    },
  ],
  'PY.RUC': [
    {
      we: 'accept',
      where: /0$/,
      failure: 'InvalidChecksum',
      reason: 'A sum divisible by 11 gives the check digit 0; stdnum takes (11 − 0) modulo 10 and gets 1.',
      source: 'DNIT (once SET), check digit of the RUC; genuine numbers such as 80060340-0 and 80097050-0.',
    },
    {
      we: 'refuse',
      where: /1$/,
      failure: 'INVALID_CHECKSUM',
      reason:
        'The other side of the same error: stdnum requires the digit 1 where the sum is divisible by 11.',
      source: 'DNIT (once SET), check digit of the RUC.',
    },
  ],
  'RO.CNP': [
    {
      we: 'accept',
      where: /^[1-8]\d{6}[5-9]/,
      failure: 'InvalidComponent',
      reason:
        'stdnum ends its counties at 52; code 70 is given to all births since the central register, others to consulates.',
      source:
        'Romanian Ministry of Internal Affairs (DGEP) on the CNP made by the civil status system SIIEASC.',
    },
    romanianNif,
  ],
  'RO.VAT': [romanianNif],
  'RS.PIB': [
    {
      we: 'refuse',
      where: /^0\d{8}$/,
      failure: 'INVALID_FORMAT',
      reason: 'The eight digits before the check digit run from 10000001 up, so no PIB begins with 0.',
      source: 'Rulebook on the PIB (Sl. glasnik RS 57/2003).',
    },
  ],
  'SE.ORGNR': [
    {
      we: 'accept',
      where: /^\d{10}$/,
      failure: 'InvalidLength',
      reason: 'In twelve digits, 16 can precede the number instead of a century.',
      source: 'Skatteverket, format of organisation numbers in its files.',
    },
    {
      we: 'refuse',
      where: /^\d\d[01]/,
      failure: 'INVALID_FORMAT',
      reason: 'The third digit is at least 2; this is a personal identity number, and the message says so.',
      source: 'Skatteverket, SKV 709 (Act 1974:174).',
    },
    {
      we: 'refuse',
      where: /^\d\d[01]/,
      failure: 'INVALID_COMPONENT',
      reason: 'The third digit is at least 2, so that the number is not taken for a personal one.',
      source: 'Skatteverket, SKV 709 (Act 1974:174).',
    },
  ],
  'SE.PNR': [
    {
      we: 'accept',
      where: /^(\d{10}|\d{12})$/,
      failure: 'InvalidLength',
      reason: 'The sign between date and serial number may be missing, as in most data; stdnum demands it.',
      source: 'Skatteverket, SKV 704: twelve digits without a sign in its files.',
    },
    {
      we: 'accept',
      where: /^\d{10}(\d\d)?$/,
      failure: 'InvalidFormat',
      reason: 'A hyphen in the wrong place is removed like any separator.',
      source: 'The engine removes separators first; the ten digits decide (SKV 704).',
    },
    {
      we: 'refuse',
      where: /^(1[0-7]|2[1-9]|[03-9]\d)\d{10}$/,
      failure: 'INVALID_COMPONENT',
      reason: 'stdnum accepts any year before today; no person with a number was born before 1800.',
      source: 'Skatteverket, SKV 704: personal numbers exist since 1947.',
    },
    {
      we: 'refuse',
      where: /^(\d[A-Z]|[A-Z]\d)/,
      failure: 'INVALID_CHARACTERS',
      reason: 'stdnum doesn’t look at the two digits of the century, so that a letter passes among them.',
      source: 'Skatteverket, SKV 704: digits only.',
    },
  ],
  'SG.UEN': [
    {
      we: 'accept',
      where: /^[RST]\d\d[A-Z]{2}/,
      failure: 'InvalidComponent',
      reason:
        'stdnum has a closed list of entity types; new ones are added (VC in 2020), so any is right if the check letter fits.',
      source: 'ACRA, Variable Capital Companies Act; uen.gov.sg.',
    },
    {
      we: 'accept',
      where: /^F000\d{5}[A-Z]$/,
      reason:
        'Foreign companies’ numbers, F and 000 or three blanks, are a form that stdnum doesn’t support.',
      source: 'OECD AEOI TIN page of Singapore; accepted with the warning CHECKSUM_NOT_VERIFIABLE.',
    },
    {
      we: 'refuse',
      where: /^([03-9]\d|1[0-7]|2[1-9])\d{7}[A-Z]$/,
      failure: 'INVALID_COMPONENT',
      reason: 'A local company’s number begins with the year of issue, which stdnum doesn’t check.',
      source: 'OECD AEOI TIN page of Singapore; uen.gov.sg: yyyy, five digits and a letter.',
    },
  ],
  'SI.DS': [
    {
      we: 'refuse',
      where: /1$/,
      failure: 'INVALID_CHECKSUM',
      reason: 'If the remainder is 0, the result is 11 and the number is not issued; stdnum treats it as 1.',
      source: 'VIES, VAT number construction rules, Slovenia; python-stdnum rejects it as well.',
    },
    {
      we: 'refuse',
      where: /^(SI)?0/,
      failure: 'INVALID_FORMAT',
      reason: 'The first seven digits run from 1000000 to 9999999.',
      source: 'VIES, VAT number construction rules, Slovenia; python-stdnum rejects it as well.',
    },
  ],
  'SK.ICDPH': [
    {
      we: 'accept',
      where: /^[156]\d[234789]/,
      failure: 'InvalidComponent',
      reason:
        'stdnum applies the rule of the third digit to the first, so it rejects personal numbers (10…).',
      source:
        'VIES, VAT number construction rules, Slovakia; SK1078449064, which python-stdnum found in use.',
    },
    {
      we: 'refuse',
      where: /^(0|\d\d[0156])/,
      failure: 'INVALID_COMPONENT',
      reason:
        'The third digit is 2, 3, 4, 7, 8 or 9 and the first not 0; stdnum looks at the first digit only.',
      source: 'VIES, VAT number construction rules, Slovakia.',
    },
  ],
  'SK.RC': [
    {
      we: 'refuse',
      where: /^\d\d[2-47-9]/,
      failure: 'INVALID_COMPONENT',
      reason:
        'Slovak law adds only 50 to a woman’s month; stdnum takes the Czech rule, and month modulo 20, so that even 42 and 93 pass.',
      source: 'Act 301/1995 Z. z., § 2.',
    },
    {
      we: 'refuse',
      where: /^\d\d[2-47-9]/,
      failure: 'INVALID_FORMAT',
      reason: 'The same months where the digits are those of a Slovak VAT number, which the message says.',
      source: 'Act 301/1995 Z. z., § 2.',
    },
  ],
  'SM.COE': [
    {
      we: 'accept',
      failure: 'InvalidLength',
      reason: 'The prefix SM is written before the code; stdnum counts it as part of it.',
      source: 'OECD AEOI TIN page of San Marino.',
    },
    {
      we: 'accept',
      failure: 'InvalidFormat',
      reason:
        'The prefix SM is written before short codes as well; stdnum takes it for characters of the code.',
      source: 'OECD AEOI TIN page of San Marino.',
    },
    {
      we: 'accept',
      where: /^000\d\d$/,
      failure: 'InvalidComponent',
      reason: 'Below 100 stdnum accepts only the codes on a list that its author made.',
      source: 'No list of codes is published; the rule of the format has no such exception.',
    },
  ],
  'SV.NIT': [
    {
      we: 'accept',
      where: /^\d{10}0\d{3}$/,
      failure: 'InvalidChecksum',
      reason: 'The old check digit belongs to all serial numbers up to 100; stdnum uses it for 100 alone.',
      source:
        'Ministerio de Hacienda; genuine numbers such as 0614-160277-001-5, and python-stdnum, do the same.',
    },
    {
      we: 'refuse',
      where: /^\d{10}0\d{3}$/,
      failure: 'INVALID_CHECKSUM',
      reason: 'The other side of the same error: stdnum checks serial numbers below 100 by the new rule.',
      source:
        'Ministerio de Hacienda; genuine numbers such as 0614-160277-001-5, and python-stdnum, do the same.',
    },
    {
      we: 'accept',
      where: /^\d{9}$/,
      failure: 'InvalidLength',
      reason: 'The type of this row is wider: the DUI of nine digits is the NIT of citizens since 2021.',
      source: 'Decree 203 of 2021 (Ley del NIT).',
    },
    {
      we: 'refuse',
      where: /^(00|1[5-9])\d{12}$/,
      failure: 'INVALID_COMPONENT',
      reason:
        'There are 14 departments, so that 00 and 15 to 19 are none; stdnum looks at the first digit only.',
      source: 'Ministerio de Hacienda, structure of the NIT.',
    },
    {
      we: 'refuse',
      where: /^(0[1-9]|1[0-4]|9\d)\d{12}$/,
      failure: 'INVALID_COMPONENT',
      reason:
        'Digits 5 to 10 are a date of birth or foundation (day, month, year), which stdnum doesn’t check.',
      source: 'Ministerio de Hacienda, structure of the NIT.',
    },
  ],
  'TN.MF': [
    {
      we: 'refuse',
      where: /^\d{1,2}[A-Z]/,
      failure: 'INVALID_LENGTH',
      reason: 'One or two digits are rather a fragment than a matricule without its leading zeros.',
      source: 'Tunisie TradeNet, TEIF guide: seven digits; shortened ones in use have three or more.',
    },
  ],
  'TR.TCKN': [
    {
      we: 'accept',
      where: /^1{11}$/,
      failure: 'InvalidChecksum',
      reason:
        'Eleven ones represent the final consumer in e-Arşiv invoices, with the warning GENERIC_NUMBER.',
      source: 'Gelir İdaresi Başkanlığı, e-Arşiv guide.',
    },
  ],
  'TW.ID': [
    {
      we: 'refuse',
      where: /^\d*[A-Z]\w*[A-Z]{2}$/,
      failure: 'INVALID_FORMAT',
      reason:
        'A tax code begins with eight digits; stdnum parses each part of the date up to the first letter.',
      source: 'Ministry of Finance: birth date and the first two letters of the name.',
    },
    {
      we: 'refuse',
      where: /^(0|1[0-7]|18[0-4])\d+[A-Z]{2}$/,
      failure: 'INVALID_COMPONENT',
      reason: 'A birth date before 1850 is a slip; stdnum accepts any year.',
      source: 'Ministry of Finance: the code is made of the birth date of a living person.',
    },
  ],
  'TW.UBN': [
    {
      we: 'accept',
      where: /^\d{8}$/,
      failure: 'InvalidChecksum',
      reason: 'The weighted sum need only be divisible by 5; stdnum still asks for 10.',
      source: 'Ministry of Finance, amended check logic of the UBN, in force since 1 April 2023.',
    },
  ],
  'US.SSN': [
    {
      we: 'refuse',
      where: /0000$/,
      failure: 'INVALID_COMPONENT',
      reason: 'The last four digits are never 0000, which stdnum doesn’t check.',
      source: 'SSA, POMS RM 10201.035; 20 CFR 422.103.',
    },
  ],
  'UY.RUT': [
    {
      we: 'accept',
      where: /^22/,
      failure: 'InvalidComponent',
      reason: 'stdnum ends the first two digits at 21; 22 is now issued.',
      source: 'DGI; genuine numbers such as 220018800014 in python-stdnum’s tests.',
    },
  ],
  'VE.RIF': [
    {
      we: 'accept',
      where: /^C/,
      failure: 'InvalidComponent',
      reason: 'C, for communal councils, is a type of RIF that stdnum doesn’t support.',
      source: 'SENIAT: C counts as 3 in the check digit, like J.',
    },
  ],
  'VN.MST': [
    {
      we: 'accept',
      where: /^\d{12}$/,
      failure: 'InvalidLength',
      reason:
        'The type of this row is wider: persons’ identification number of 12 digits is their tax code since July 2025.',
      source: 'Circular 86/2024/TT-BTC.',
    },
    {
      we: 'accept',
      where: /^00\d{8}(\d{3})?$/,
      failure: 'InvalidComponent',
      reason: 'The first two digits are a range of codes, and the law excludes none; stdnum rejects 00.',
      source: 'Circular 105/2020/TT-BTC, article 5; python-stdnum accepts it as well.',
    },
  ],
}

type Example = {
  readonly id: string
  readonly tin: string
  readonly we: 'accept' | 'refuse'
  readonly reason: string
  readonly source: string
}

/** Where the engine and python-stdnum disagree and the npm package doesn't show it: an example number for each reason. */
export const pythonDifferences: readonly Example[] = [
  {
    id: 'AU.TFN',
    tin: '37 118 629',
    we: 'accept',
    reason: 'Numbers with eight digits have weights of their own.',
    source: 'worker/tin/countries/au.ts; python-stdnum weighs them as if they had nine.',
  },
  {
    id: 'BR.CNPJ',
    tin: '12.ABC.345/01DE-35',
    we: 'accept',
    reason: 'Letters have been possible since July 2026.',
    source: 'Instrução Normativa RFB 2.229/2024.',
  },
  {
    id: 'BY.UNP',
    tin: '807000069',
    we: 'accept',
    reason: 'Numbers of banks and others begin with 8.',
    source: '807000069 is BSB Bank, Minsk; python-stdnum ends at 7.',
  },
  {
    id: 'CA.BN',
    tin: '123026635 RR0001',
    we: 'accept',
    reason: 'Charities have the program identifier RR, and information returns RZ.',
    source: 'CRA, program accounts; python-stdnum knows RC, RM, RP and RT.',
  },
  {
    id: 'CN.RIC',
    tin: '810000199408230021',
    we: 'accept',
    reason: 'Residents from Hong Kong, Macao and Taiwan have codes that begin with 81 to 83.',
    source: 'State Council, measures on residence permits, 2018.',
  },
  {
    id: 'CN.USCC',
    tin: '66916600688003842L',
    we: 'refuse',
    reason: 'Characters 3 to 8 are the region, whose first two digits are a province or 10.',
    source: 'GB 32100-2015 and GB/T 2260; python-stdnum checks only the check character.',
  },
  {
    id: 'CO.NIT',
    tin: '899.999.068',
    we: 'accept',
    reason: 'The check digit is often left out, which gives a warning.',
    source: 'DIAN writes the NIT and the DV in separate fields.',
  },
  {
    id: 'EE.KMKR',
    tin: 'EE187033958',
    we: 'refuse',
    reason: 'All VAT numbers begin with 10.',
    source: 'VIES; jsvat has the same pattern.',
  },
  {
    id: 'FR.NIF',
    tin: '0701987765432',
    we: 'refuse',
    reason: 'The last three digits are the first ten modulo 511.',
    source: 'EU TIN algorithms; python-stdnum checked none before version 2.',
  },
  {
    id: 'IS.KT',
    tin: '120160-3379',
    we: 'accept',
    reason: 'Personal numbers issued since February 2026 need not pass modulus 11, at any age.',
    source: 'Þjóðskrá (Registers Iceland), announcement of the change.',
  },
  {
    id: 'KR.RRN',
    tin: '201105-3123456',
    we: 'accept',
    reason: 'Numbers of people born since October 2020 end in six random digits.',
    source: 'Enforcement Rule of the Resident Registration Act, art. 2.',
  },
  {
    id: 'KR.RRN',
    tin: '971013-9019903',
    we: 'refuse',
    reason: 'Koreans born before October 2020 have numbers with a check digit.',
    source: 'Enforcement Rule of the Resident Registration Act, art. 2.',
  },
  {
    id: 'LV.PVN',
    tin: 'LV32503511782',
    we: 'accept',
    reason: 'Personal codes issued since July 2017 begin with 32 to 39 and have no date or check digit.',
    source: 'Law on the Register of Natural Persons; python-stdnum reads a date of birth.',
  },
  {
    id: 'LI.PEID',
    tin: '1234567',
    we: 'accept',
    reason: 'Both take four to twelve digits and drop leading zeros.',
    source: 'OECD AEOI page on Liechtenstein.',
  },
  {
    id: 'MT.VAT',
    tin: 'MT11679149',
    we: 'refuse',
    reason: 'The check digits run from 01 to 37.',
    source: 'VIES, "VAT number construction rules"; python-stdnum takes any that are equal modulo 37.',
  },
  {
    id: 'MX.RFC',
    tin: 'GODE561231GRB',
    we: 'refuse',
    reason: 'The last character is a digit or A.',
    source: 'SAT, pattern t_RFC of the CFDI schema.',
  },
  {
    id: 'NO.ORGNR',
    tin: '765 181 704',
    we: 'refuse',
    reason: 'Organization numbers begin with 8 or 9.',
    source: 'Brønnøysundregistrene, "Organisasjonsnummeret".',
  },
  {
    id: 'OM.VATIN',
    tin: 'OM1200006083',
    we: 'accept',
    reason: 'The check character is known only for numbers that begin with 1100, which must have it.',
    source: 'All published numbers begin with 1100; python-stdnum expects the same of others.',
  },
  {
    id: 'PK.CNIC',
    tin: '8220312345671',
    we: 'accept',
    reason: 'The province 8 is Azad Kashmir.',
    source: 'NADRA issues 81 and 82 there; python-stdnum ends at 7.',
  },
  {
    id: 'SN.NINEA',
    tin: '30672212I2',
    we: 'refuse',
    reason: 'No tax center has the letter I, O, X or Y.',
    source: 'ANSD, list of the COFI; python-stdnum has the same letters since 2023.',
  },
  {
    id: 'SV.NIT',
    tin: '00016297-5',
    we: 'accept',
    reason: 'The number of the identity document (DUI) has been the NIT of adults since December 2021.',
    source: 'Decree 203 of 2021; python-stdnum knows only 14 digits.',
  },
  {
    id: 'SV.NIT',
    tin: '0930-745684-953-0',
    we: 'refuse',
    reason: 'Digits 5 to 10 are a date.',
    source: 'Ministerio de Hacienda, structure of the NIT; python-stdnum checks no date.',
  },
  {
    id: 'US.ITIN',
    tin: '912-50-3456',
    we: 'accept',
    reason: 'The fourth and fifth digit can be 50 to 65.',
    source: 'IRS, IRM 3.21.263; older versions of python-stdnum begin at 70.',
  },
  {
    id: 'US.SSN',
    tin: '189-09-2294',
    we: 'refuse',
    reason: 'The number was printed on a sample card.',
    source: 'SSA, history of misused numbers; python-stdnum lists three.',
  },
  {
    id: 'VN.MST',
    tin: '001085012345',
    we: 'accept',
    reason: 'Citizens use their identification number of twelve digits.',
    source: 'Circular 86/2024/TT-BTC, from July 2025.',
  },
]
