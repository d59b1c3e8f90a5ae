import { describe, expect, it } from 'vitest'
import { confidenceOf, countries, type Kind, validateTin } from '#worker/tin/index.ts'

function failure(country: string, tin: string, type?: string) {
  const result = validateTin(country, tin, type === undefined ? {} : { type })
  return result.valid ? undefined : result.failure
}

function suggestion(country: string, tin: string) {
  const result = validateTin(country, tin)
  return result.valid || result.unsupported ? undefined : result.suggestion?.tin
}

function warnings(country: string, tin: string) {
  return validateTin(country, tin).warnings.map(({ code }) => code)
}

describe('the country', () => {
  it.each(['de', ' DE ', 'De'])('is found as %j', (code) => {
    expect(validateTin(code, '136695976').valid).toBe(true)
  })

  it('takes UK for the United Kingdom', () => {
    expect(validateTin('UK', 'GB 980 7806 84')).toMatchObject({ valid: true, identifier: { id: 'GB.VAT' } })
  })

  it.each(['', 'ZZ', '__proto__', 'constructor', 'D\u0000E', 'x'.repeat(100_000)])('refuses %j', (code) => {
    expect(validateTin(code, '1')).toMatchObject({
      unsupported: true,
      failure: { code: 'UNSUPPORTED_COUNTRY' },
    })
  })

  it.each([
    ['ZZ', "ZZ isn't a country code that we know."],
    ['re', 'Tax IDs in Réunion are those of France. Send FR as the country.'],
    ['AQ', 'No tax IDs are issued in Antarctica, which has no permanent residents.'],
    ['CG', 'We found no published rule for tax IDs in Congo-Brazzaville that we could confirm.'],
    ['IO', 'No tax IDs are issued in the British Indian Ocean Territory, which has no permanent residents.'],
  ])('%s is refused with the reason', (code, message) => {
    expect(failure(code, '1')).toEqual({ code: 'UNSUPPORTED_COUNTRY', message })
  })

  it('has a rule or a reason for every code of ISO 3166', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    const codes = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => names.of(code) && new Intl.Locale(`und-${code}`).region === code)
    const unknown = codes.filter((code) => failure(code, '1')?.message.includes('country code'))
    // Of Unicode only.
    expect(unknown).toEqual(['AC', 'CP', 'CQ', 'DG', 'EA', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])
  })

  it('checks Northern Ireland by the British rule under its own name', () => {
    expect(validateTin('XI', 'GB980780684')).toMatchObject({ valid: true, formatted: 'XI 980 7806 84' })
  })
})

describe('the type', () => {
  it.each(['DE.VAT', 'de.vat', 'USt-IdNr.', ' ust-idnr. '])('is found as %j', (type) => {
    expect(validateTin('DE', '136695976', { type })).toMatchObject({
      valid: true,
      identifier: { id: 'DE.VAT' },
    })
  })

  it('checks only the requested type', () => {
    expect(failure('DE', '136695975', 'DE.IDNR')?.message).toBe(
      'A German IdNr. has 11 digits; this one has 9.',
    )
  })

  it('lists the types of the country for an unknown type', () => {
    expect(failure('NL', '111222333', 'VATNR')).toEqual({
      code: 'UNSUPPORTED_TYPE',
      message: 'There is no such type in the Netherlands. Use one of these: NL.BTW, NL.BSN, NL.RSIN, NL.EORI',
    })
  })
})

describe('the kind', () => {
  const checkedAs = (country: string, tin: string, kind: Kind) => {
    const result = validateTin(country, tin, { kind })
    return result.valid ? result.identifier.id : result.failure.code
  }

  it.each([
    ['DE', '136695976', 'vat', 'DE.VAT'],
    ['DE', '36 574 261 809', 'vat', 'INVALID_FORMAT'],
    ['DE', '36 574 261 809', 'tin', 'DE.IDNR'],
    ['PL', '526-104-08-28', 'vat', 'PL.NIP'],
    ['PL', '526-104-08-28', 'tin', 'PL.NIP'],
    ['PL', '526-104-08-28', 'person', 'INVALID_FORMAT'],
    ['NO', '988 077 917', 'business', 'NO.ORGNR'],
    ['IL', '123456782', 'vat', 'IL.ID'],
    ['TR', '10000000146', 'vat', 'TR.TCKN'],
    ['KZ', '850101300005', 'vat', 'KZ.IIN'],
    ['UA', '1759013776', 'vat', 'UA.RNTRC'],
    ['DO', '001-1391820-5', 'vat', 'DO.CEDULA'],
    ['SK', '2022749619', 'tin', 'SK.ICDPH'],
    ['BM', '1', 'vat', 'NO_TIN_ISSUED'],
  ] as const)('in %s %s as %s is %s', (country, tin, kind, expected) => {
    expect(checkedAs(country, tin, kind)).toBe(expected)
  })

  it.each([
    ['AU', '004 085 616', 'business', 'AU.ACN'],
    ['PL', '192598184', 'business', 'PL.REGON'],
    ['DE', 'DE1234567', 'customs', 'DE.EORI'],
    ['ZA', '750330 5044 08 9', 'person', 'ZA.ID'],
    ['BO', '99003', 'placeholder', 'BO.CODE'],
  ] as const)('finds the %s number %s, which is not checked otherwise, as %s', (country, tin, kind, id) => {
    expect(checkedAs(country, tin, kind)).toBe(id)
    expect(validateTin(country, tin, { type: id })).toMatchObject({ valid: true, identifier: { kind } })
    if (kind !== 'placeholder') expect(validateTin(country, tin).valid).toBe(false)
  })

  it('names a number that is no tax ID, without a suggestion', () => {
    const result = validateTin('AU', '004 085 616')
    expect(result).toHaveProperty('suggestion', undefined)
    expect(result).toMatchObject({ failure: { message: expect.stringContaining('an Australian ACN') } })
  })

  it('must be one that the country or the given type has', () => {
    expect(validateTin('NL', '1', { kind: 'placeholder' })).toMatchObject({
      unsupported: true,
      failure: {
        code: 'UNSUPPORTED_KIND',
        message: expect.stringMatching(
          /^The Netherlands has no numbers of the kind "placeholder"\. Use one of these: vat, person, tin/,
        ),
      },
    })
    expect(validateTin('NL', '1', { kind: 'vat', type: 'NL.BSN' })).toMatchObject({
      failure: {
        message:
          'This type in the Netherlands has no numbers of the kind "vat". Use one of these: person, tin',
      },
    })
  })

  it('is the first of its kinds', () => {
    for (const { identifiers } of countries)
      for (const { id, kind, kinds } of identifiers) expect(kinds[0], id).toBe(kind)
  })
})

const messages = {
  INVALID_CHECKSUM: [
    [
      'FR',
      '552 081 318 RCS Paris',
      'The check digit of this French SIREN is wrong: a character was probably mistyped. If the rest is right, position 9 should be 7.',
    ],
    [
      'DE',
      'DE136695975',
      'The check digit of this German VAT number is wrong: a character was probably mistyped. If the rest is right, position 9 after DE should be 6.',
    ],
    [
      'BE',
      'BE0430.019.261',
      'The check digit of this Belgian VAT number is wrong. Did you swap digits 3 and 4 after BE?',
    ],
    [
      'PY',
      '80028061',
      'The check digit is missing or wrong. The RUC of a company has eight digits before it.',
    ],
    [
      'CA',
      '123026735 RT0001',
      'The check digit of this Canadian GST/HST number is wrong: a character was probably mistyped. If the rest is right, position 9 should be 4.',
    ],
    // Some letters of numbers are also abbreviations of something else.
    [
      'BY',
      'MB 195368 4',
      'The check digit of this Belarusian UNP is wrong: a character was probably mistyped. If the rest is right, position 9 should be 5.',
    ],
  ],
  INVALID_LENGTH: [
    ['DE', 'DE13669597', 'A German VAT number has 9 digits after DE; this one has 8.'],
    ['IT', 'RSSMRA85T10A562', 'An Italian codice fiscale has 11 or 16 characters; this one has 15.'],
    ['GB', 'GB 980 7806 841', 'A UK VAT number has 5, 9 or 12 characters after GB; this one has 10.'],
    ['CH', 'UID CHE-105.909.0361', 'A Swiss UID has 12 characters; this one has 13.'],
    ['AU', 'AU 51 824 753 55', 'An Australian ABN has 11 digits; this one has 10.'],
    ['CA', 'PST-1234-567', 'A Canadian PST number has 7 or 11 characters; this one has 10.'],
    // A digit of the invoice number or of the BN, not a letter in place of a digit.
    ['JP', 'T123456789012', 'A Japanese invoice registration number has 14 characters; this one has 13.'],
    ['CH', '756.921.0769.85', 'A Swiss AHV number has 13 digits; this one has 12.'],
    ['FR', '732 829 30 00074', 'A French SIRET has 14 digits; this one has 13.'],
    ['PL', '0207003628', 'A Polish PESEL has 11 digits; this one has 10.'],
    ['GB', 'AB 12 374 56 C', 'A UK NINO has 8 or 9 characters; this one has 10.'],
    ['CN', 'C202315600000001A', 'A Chinese personal tax number has 15 or 18 characters; this one has 17.'],
    ['CA', '122749457 TQ0001', 'A Canadian QST number has 10 or 16 characters; this one has 15.'],
    ['CH', 'CHE-105.89.940 IVA', 'A Swiss VAT number has 15 or 16 characters; this one has 14.'],
    ['SE', '5560774-7551', 'A Swedish organization number has 10 digits; this one has 11.'],
    ['EU', 'EU3720722452', 'An EU OSS number that begins like this has 11 characters; this one has 12.'],
    ['CA', '1234567890', 'A Canadian BN has 9 or 15 characters; this one has 10.'],
    // A number with a zero in front has lost none.
    ['VN', '010010910', 'A Vietnamese MST has 10, 12 or 13 digits; this one has 9.'],
    ['FI', '0112038', 'A Finnish business ID has 8 digits; this one has 7.'],
    ['SK', 'SK202274961', 'A Slovak VAT number has 10 digits after SK; this one has 9.'],
    ['FI', 'FI1234567', 'A Finnish VAT number has 8 digits after FI; this one has 7.'],
    ['SK', 'SK202274', 'A Slovak VAT number has 10 digits after SK; this one has 6.'],
    ['GB', 'AB 12 34 5 C', 'A UK NINO that begins like this has 9 characters; this one has 8.'],
    ['MX', 'GODE 561231 G8', 'A Mexican RFC that begins like this has 13 characters; this one has 12.'],
    // A prefix shows the type better than separators that end alike.
    ['FR', 'FR 40 3035 265 045', 'A French VAT number has 11 characters after FR; this one has 12.'],
    // Not compared with a form that is converted, such as VAT for MWST.
    ['CH', 'CHE116281710MST', 'A Swiss VAT number that begins like this has 16 characters; this one has 15.'],
  ],
  INVALID_CHARACTERS: [
    ['NL', 'NL004495445C01', "Position 10 after NL must be the letter B, but it's the letter C."],
    // Not compared with a form that is converted, such as eight digits for nine.
    ['NZ', 'K36-410-132', "Position 1 must be a digit, but it's the letter K."],
  ],
  NEVER_ISSUED: [
    ['CZ', '521231/000', "The three digits after the date can't be 000."],
    ['US', '078-05-1120', 'This SSN was printed in advertisements and belongs to nobody.'],
    ['BR', '111.111.111-11', 'Numbers that repeat a single digit are never issued.'],
  ],
  NO_TIN_ISSUED: [
    [
      'BM',
      '1',
      'Bermuda doesn\'t issue tax IDs. Leave this field empty. If a form asks why, write "not issued".',
    ],
  ],
  INVALID_COMPONENT: [
    ['US', '000-12-3456', 'An SSN never begins with 000, 666 or a 9.'],
    ['GB', 'GD500', 'Numbers of government departments run from GD000 to GD499.'],
    // Some letters of numbers are also abbreviations of something else.
    ['MX', 'EAN 930014 8T4', "The six digits after the letters aren't a valid date (year, month, day)."],
  ],
  INVALID_FORMAT: [
    ['CH', 'CH0-105.909.036', "Position 3 must be the letter E, but it's the digit 0."],
    ['AT', 'AT513585627', "Position 1 after AT must be the letter U, but it's the digit 5."],
    ['GH', '00000803561', "Position 1 must be C, G, Q or V, but it's the digit 0."],
    ['SE', 'SE556703748502', "Position 12 after SE must be the digit 1, but it's the digit 2."],
    ['FR', 'FRFR40303265045', 'The prefix FR is repeated.'],
    // A wrong first digit, not one too many.
    ['TR', '07291716060', "Position 1 must be a digit from 1 to 9, but it's the digit 0."],
    ['JP', '0000012050002', "Position 1 must be a digit from 1 to 9, but it's the digit 0."],
    // Not compared with the ten digits of a zero in front and the nine.
    ['CR', '0-0613-0584', "Position 1 must be a digit from 1 to 9, but it's the digit 0."],
    ['NO', '297214489', "Position 1 must be 8 or 9, but it's the digit 2."],
    // The letters O, I and L look like digits.
    ['ES', 'O4362315K', "Position 1 must be a digit, but it's the letter O."],
    ['HK', 'AI23456(3)', "Position 2 must be a digit, but it's the letter I."],
    ['DE', 'DE89 3704 0044 0532 0130 00', 'This looks like an IBAN, not a German tax ID.'],
    ['FR', '+33 1 23 45 67 89', 'This looks like a phone number, not a French tax ID.'],
    ['NL', 'KvK-nummer: 17014545', 'This looks like a company register number, not a Dutch tax ID.'],
    ['GB', 'not VAT registered', 'This text has no digits. If there is no tax ID, leave this field empty.'],
  ],
  EMPTY: [['DE', '  ', 'Enter a number.']],
} as const

describe('the message', () => {
  it.each(Object.entries(messages).flatMap(([code, rows]) => rows.map((row) => [code, ...row] as const)))(
    'of %s for %s %j says what is wrong and where',
    (code, country, tin, message) => {
      expect(failure(country, tin)).toEqual({ code, message })
    },
  )

  it.each([
    ['DE', '529900T8BM49AURSDO55', 'an LEI'],
    ['SE', 'Bankgiro 5050-1055', 'a bank account number'],
    ['GR', 'Γ.Ε.ΜΗ. 121573101000', 'a company register number'],
    ['GR', 'Αρ. ΓΕΜΗ: 121573101000', 'a company register number'],
    ['RO', 'J40/8302/1997', 'a company register number'],
    ['RO', 'J2016012984401', 'a company register number'],
    ['IN', 'U72200KA2009PTC049889', 'a company register number'],
    ['IN', 'CIN: L17110MH1973PLC019786', 'a company register number'],
    ['RO', 'Nr. Reg. Com. J40/8302/1997', 'a company register number'],
    ['HU', '01-10-041585', 'a company register number'],
    ['ZA', 'Reg. No. 1998/014123/07', 'a company register number'],
    ['SA', 'CR No. 1010123456', 'a company register number'],
    ['LU', 'R.C.S. Luxembourg B123456', 'a company register number'],
    ['RS', 'MB 17162543', 'a company register number'],
    ['HR', 'MBS 080012345', 'a company register number'],
    ['SI', 'Matična številka 5860571000', 'a company register number'],
  ])('in %s takes %s for %s', (country, tin, what) => {
    expect(failure(country, tin)?.message).toContain(`This looks like ${what}, not `)
  })

  it.each([
    ['DE', 'FN 123456 a', true],
    ['AT', 'FN 123456', true],
    ['US', 'FN 123456', false],
    ['RS', 'MB 1234567', true],
    ['MK', 'MB 1234567', true],
    ['JP', 'MB 1234567', false],
    ['IT', 'REA MI-1234567', true],
    ['FR', 'REA 1234567', false],
    ['HU', '12-34-567890', true],
    ['US', '12-34-567890', false],
  ])('in %s %s may mean a company register: %s', (country, tin, expected) => {
    expect(/company register/.test(failure(country, tin)?.message ?? '')).toBe(expected)
  })

  it('lists all types if none is similar', () => {
    const result = validateTin('US', '12')
    expect(result).toHaveProperty('identifier', undefined)
    expect(failure('US', '12')?.message).toBe(
      'Too short. An EIN has 9 digits; an SSN has 9; an ITIN has 9; an ATIN has 9; a PTIN has 9 characters.',
    )
    expect(failure('US', '1'.repeat(30))?.message).toMatch(/^Too long\. An EIN has 9 digits; /)
    expect(failure('HK', '1234')?.message).toMatch(/^Too short\./)
    expect(failure('MY', '1')?.message).toMatch(
      /; an SST number has 15; an NRIC has 12 digits; an FRP number /,
    )
  })
})

describe('a common typo', () => {
  it.each([
    ['the prefix twice', 'DE', 'DEDE136695976', 'DE136695976'],
    ['the letter O for zero', 'FR', 'FR4O3O3265O45', 'FR 40 303 265 045'],
    ['the letters I and l for one', 'DE', 'DEl36695976', 'DE136695976'],
    ['zero for the letter O', 'IN', '9919SGP290040SJ', '9919SGP29004OSJ'],
    [
      'three leading zeros that a spreadsheet dropped',
      'BR',
      '91'.padStart(11, '0').replace(/^0+/, '1'),
      undefined,
    ],
    ['missing letters at the head', 'DE', '123456788-00001', 'DE123456788-00001'],
    ['but no letters that make any eight digits valid', 'CA', '12306635', undefined],
    ['two digits transposed', 'BE', 'BE0430.019.261', 'BE 0403.019.261'],
    ['but not if one wrong digit explains it too', 'DE', 'DE136695967', undefined],
  ])('%s: %s %s -> %s', (_, country, tin, expected) => {
    expect(suggestion(country, tin)).toBe(expected)
  })

  it.each([
    ['DE', 'FR 40 303 265 045', 'FR', 'France', 'a French VAT number, not a German tax ID'],
    ['FR', 'BE0403019261', 'BE', 'Belgium', 'a Belgian VAT number, not a French tax ID'],
    ['DE', 'GR 094259216', 'GR', 'Greece', 'a Greek VAT number, not a German tax ID'],
    ['DE', 'XI 980 7806 84', 'XI', 'Northern Ireland', 'a Northern Irish VAT number, not a German tax ID'],
    ['US', 'BOXW310820HNERXN09', 'MX', 'Mexico', 'a Mexican CURP, not a US tax ID'],
    ['MX', '529.982.247-25', 'BR', 'Brazil', 'a Brazilian CPF, not a Mexican tax ID'],
  ])('a number of another country: %s %s', (country, tin, elsewhere, place, what) => {
    const message = `This is ${what}. Choose ${place} as the country.`
    expect(validateTin(country, tin)).toMatchObject({ valid: false, suggestion: { country: elsewhere } })
    expect(failure(country, tin)).toEqual({ code: 'INVALID_FORMAT', message })
  })

  it.each([
    ['PL', 'DE 5261040828', 'DE, the code of Germany', 'a valid Polish tax ID'],
    ['BE', 'NL0403019261', 'NL, the code of the Netherlands', 'a valid Belgian tax ID'],
    ['AT', 'DEU13585627', 'DE, the code of Germany', 'a valid Austrian tax ID'],
  ])('the code of another country: %s %s', (country, tin, code, rest) => {
    expect(failure(country, tin)?.message).toBe(`This begins with ${code}. The rest is ${rest}.`)
  })

  it('the code of another country before a number that is no tax ID', () => {
    expect(failure('PL', 'DE123456785', 'PL.REGON')?.message).toContain('The rest is a valid Polish REGON.')
  })

  it.each([
    ['no check digit proves', 'US', 'DE123456789'],
    ['needs a leading zero', 'BE', 'NL403019261'],
    ['may be a label', 'PL', 'ID 5261040828'],
    ['may be the key of a VAT number', 'FR', 'LU404833048'],
  ])('the code of another country before a number that %s: %s %s', (_, country, tin) => {
    expect(failure(country, tin)?.message).not.toContain('begins with')
  })

  it.each([
    ['IL', '51234567', 'position 8 should be 5'],
    ['CZ', '5123891', 'position 7 should be 5'],
    ['CH', '116.281.711', 'position 9 should be 0'],
    ['CH', 'CHE 116281711 VAT', 'position 12 should be 0'],
    ['NZ', '049-091-851', 'position 9 should be 0'],
    ['SE', '165560360794', 'position 12 should be 3'],
    ['FI', '131052-308U', 'position 11 should be T'],
  ])('in the check digit of %s %s is counted in the typed number', (country, tin, expected) => {
    expect(failure(country, tin)?.message).toContain(expected)
  })

  it('is the same whenever it is read', () => {
    const result = validateTin('DE', '136695977', { type: 'DE.VAT' })
    const first = result.valid ? undefined : result.failure
    expect(first?.code).toBe('INVALID_CHECKSUM')
    expect(result).toMatchObject({ compact: '136695977', identifier: { id: 'DE.VAT' }, failure: first })
    expect(JSON.parse(JSON.stringify(result))).toMatchObject({ valid: false, failure: first })
  })

  it.each([
    ['that is valid in none', 'US', 'GODE561231HDFRRN09'],
    ['whose two letters and digits many countries have', 'CA', 'NR6106817'],
  ])('names no other country for a number %s', (_, country, tin) => {
    expect(validateTin(country, tin)).not.toHaveProperty('suggestion.country')
  })

  it('recognizes a number of another type of the country', () => {
    const result = validateTin('DE', '136695976', { type: 'DE.WIDNR' })
    expect(result).toMatchObject({ suggestion: { tin: 'DE136695976' } })
    expect(failure('DE', '136695976', 'DE.WIDNR')?.message).toBe(
      'This is a German VAT number, not a German W-IdNr. Choose USt-IdNr. as the type.',
    )
    expect(validateTin('ES', 'B58378431', { kind: 'person' })).toMatchObject({
      failure: { message: 'This is a Spanish CIF, not the kind you requested. Choose CIF as the type.' },
    })
    expect(failure('AU', '004 085 616')?.message).toBe(
      'This is an Australian ACN, not an Australian tax ID. Choose ACN as the type.',
    )
  })

  it('makes no suggestion if two numbers are possible', () => {
    expect(suggestion('US', '01234567')).toBeUndefined()
  })
})

describe('warnings', () => {
  it.each([
    ['MX', 'XEXX010101000', ['GENERIC_NUMBER']],
    ['FR', '35600000000048', []],
    ['DE', '9181081508155', []],
    ['IN', 'ACUPA7085R', ['CHECKSUM_NOT_VERIFIABLE']],
    ['NL', '04495445', ['LEADING_ZERO_ADDED', 'AMBIGUOUS_TYPE']],
    ['AU', '37118629', ['OLD_FORM']],
    ['DE', 'ＤＥ１３６６９５９７６', ['NORMALIZED']],
    ['DE', 'DE १३६६९५९७६', ['NORMALIZED']],
    ['FR', 'К7399859412', ['NORMALIZED']],
    ['DE', 'DE\u200b136695976', ['NORMALIZED']],
    ['DE', 'de 136\u2013695\u2011976', []],
  ])('of %s %s are %j', (country, tin, expected) => {
    expect(validateTin(country, tin).valid).toBe(true)
    expect(warnings(country, tin)).toEqual(expected)
  })

  it.each([
    ['RU', 'ИНН 7707083894', []],
    ['JP', '法人番号 1180001011843', []],
    ['RU', 'ИНН ７707083894', ['NORMALIZED']],
  ])('of the invalid %s %s are about the number, not its label', (country, tin, expected) => {
    expect(validateTin(country, tin).valid).toBe(false)
    expect(warnings(country, tin)).toEqual(expected)
  })

  it('name the other type if two match', () => {
    expect(validateTin('NL', '111222333')).toMatchObject({
      identifier: { id: 'NL.BSN' },
      warnings: [{ code: 'AMBIGUOUS_TYPE', message: 'The number is also valid as a Dutch RSIN.' }],
    })
  })

  it('prefer the type with the same separators', () => {
    expect(validateTin('US', '123456789')).toMatchObject({ identifier: { id: 'US.EIN' } })
    expect(validateTin('US', '123-45-6789')).toMatchObject({ identifier: { id: 'US.SSN' } })
  })
})

describe('facts', () => {
  it.each([
    ['DE', '4151081508156', { state: 'Thuringia' }],
    ['DE', '201/123/12340', { possibleStates: 'Bavaria, Saxony' }],
    ['IT', 'RSSMRA85T50A562W', { kind: 'person', birthYear: '85 (century not stated)', sex: 'female' }],
    ['BE', '85.07.30-033.28', { kind: 'national number', birthDate: '1985-07-30', sex: 'male' }],
    ['BE', '17.07.30-033.84', { kind: 'national number', birthDate: '2017-07-30', sex: 'male' }],
    ['IN', '27AAPFU0939F1ZV', { state: 'Maharashtra', kind: 'firm', pan: 'AAPFU0939F' }],
    ['MX', 'GODE561231GR8', { kind: 'person', birthDate: '56-12-31 (century not stated)' }],
    ['MX', 'BOXW310820HNERXN09', { birthDate: '1931-08-20', sex: 'male', birthplace: 'born abroad' }],
    ['BR', '390.533.447-05', { fiscalRegion: 'Espírito Santo, Rio de Janeiro' }],
  ])('of %s %s', (country, tin, facts) => {
    expect(validateTin(country, tin)).toMatchObject({ valid: true, facts })
  })

  it('are absent if the number contains none', () => {
    expect(validateTin('US', '123-45-6789')).not.toHaveProperty('facts')
  })
})

describe('confidence', () => {
  it.each([
    ['DE', '136695976', 'checksum'],
    ['DE', '136695978', 'checksum'],
    ['DE', '13669597', 'format'],
    ['DE', '181/815/08155', 'structure'],
    ['US', '123-45-6789', 'structure'],
    ['US', '000-45-6789', 'structure'],
    ['AU', '1234 5678 9012', 'format'],
    ['MX', 'VACE460910SX6', 'structure'],
    ['VN', '001085012345', 'structure'],
    ['ID', '3171011708450001', 'structure'],
    ['GB', 'GBGD001', 'structure'],
    ['XI', 'XIHA501', 'structure'],
    ['ZZ', '1', 'format'],
  ])('in %s %s is %s', (country, tin, expected) => {
    expect(confidenceOf(validateTin(country, tin))).toBe(expected)
  })
})
