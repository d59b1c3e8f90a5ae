import { describe, expect, it } from 'vitest'
import { samples } from '#worker/tin/contract/samples.ts'
import { countries, validateTin } from '#worker/tin/index.ts'
import { table } from '#worker/tin/table.ts'

function codes(country: string, tin: string): readonly string[] {
  const result = validateTin(country, tin)
  return result.valid ? result.warnings.map(({ code }) => code) : [result.failure.code]
}

describe('a country code or label before a number', () => {
  const identifiers = countries.flatMap((country) => country.identifiers)
  const requested = new Set(identifiers.filter(({ onRequest }) => onRequest).map(({ id }) => id))
  const labelOf = new Map(identifiers.map(({ id, label }) => [id, label]))

  const taxSamples = samples.filter(({ identifier }) => !requested.has(identifier))

  function refused(country: string, labels: (id: string) => readonly string[]): string[] {
    return taxSamples
      .filter((sample) => sample.country === country)
      .flatMap(({ tin, identifier }) => labels(identifier).map((label) => `${label}${tin}`))
      .filter((text) => !validateTin(country, text).valid)
  }

  const withNumbers = countries.filter(({ code }) => samples.some(({ country }) => country === code))

  it.each(withNumbers.map(({ code }) => code))('is understood in %s', (code) => {
    const labels = (id: string) => {
      const label = labelOf.get(id) ?? ''
      const common = [
        'VAT No.: ',
        'VAT Registration Number: ',
        'Tax ID: ',
        'Tax Identification Number: ',
        '№ ',
      ]
      const own = table.find((country) => country.code === code)?.labels ?? []
      return [`${label}: `, `${label} No. `, ...common, ...own.flatMap((each) => [`${each}: `, `${each} `])]
    }
    expect(refused(code, labels)).toEqual([])
    const ownPrefix = (tin: string) => tin.startsWith(code) || (code === 'GR' && tin.startsWith('EL'))
    const bare = taxSamples.filter(({ country, tin }) => country === code && !ownPrefix(tin))
    const before = bare.flatMap(({ tin }) => [`${code}${tin}`, `${code} ${tin}`, `${code}-${tin}`])
    expect(before.filter((text) => !validateTin(code, text).valid)).toEqual([])
  })

  it.each([
    ['BR', 'BR16727230000197', '16.727.230/0001-97'],
    ['NZ', 'NZ 123-123-123', '123-123-123'],
    ['MX', 'MX GODE561231GR8', 'GODE 561231 GR8'],
    ['BY', 'UNP200988541', '200988541'],
    ['PL', 'NIP: PL 526-104-08-28', '526-104-08-28'],
    ['PL', 'nip 5261040828', '526-104-08-28'],
    ['CN', '统一社会信用代码：91110000600037341L', '91110000600037341L'],
    ['CA', 'N° 123026635 RT0001', '123026635 RT0001'],
    ['CA', 'PST PST-1234-5678', 'PST-1234-5678'],
    ['ES', 'C.I.F. A58818501', 'A58818501'],
    ['IT', 'P. IVA: IT00743110157', 'IT00743110157'],
    ['IT', 'C.F. RSSMRA85T10A562S', 'RSS MRA 85T10 A562S'],
    ['SE', 'Org. nr: 556016-0680', '556016-0680'],
    ['GR', 'Α.Φ.Μ. 094259216', 'EL094259216'],
    ['GR', 'ΕΛ094259216', 'EL094259216'],
    ['GR', 'ΑΦΜ: ΕΛ 094259216', 'EL094259216'],
    ['RU', 'И.Н.Н. 7707083893', '7707083893'],
    ['RU', 'ИНН/КПП 7707083893/773601001', '7707083893'],
    ['BG', 'Е.И.К. 121699202', '121699202'],
    ['CN', '统一社会信用代码/纳税人识别号：91110000600037341L', '91110000600037341L'],
    ['GB', 'UTR 623/19558 39661', '19558 39661'],
    ['GB', '623 1955839661', '19558 39661'],
    ['GB', 'K1955839661', '19558 39661'],
    ['HK', '12345678-000-03-24-A', '12345678-000'],
    ['PH', 'NON-VAT REG TIN: 123-456-789-000', '123-456-789-000'],
    ['TH', '0107537000521-00000', '0-1075-37000-52-1'],
    ['SA', 'الرقم الضريبي: ٣١٠١٢٢٣٩٣٥٠٠٠٠٣', '310122393500003'],
    ['TR', 'VERGİ NUMARASI: 4540536920', '4540536920'],
    ['TR', 'VERGİ KİMLİK NO 4540536920', '4540536920'],
    ['PL', 'VAT-UE PL5260250274', '526-025-02-74'],
    ['PE', 'R.U.C. Nro. 20131312955', '20131312955'],
    ['FR', '="73282932000074"', '732 829 320 00074'],
    ['US', '="12-3456789"', '12-3456789'],
    ['US', "'123456789", '12-3456789'],
    ['EE', '"EE12417834"', '12417834'],
    ['PL', '\u201eNIP: 526-10-40-828\u201d', '526-10-40-828'],
    ['SE', '\u202aSE5560747551\u202c', '556074-7551'],
    ['US', '219-\u200b09-\ufeff9998', '219-09-9998'],
    ['US', '21\u200b9-09-9998', '219-09-9998'],
    ['US', '219\u00ad09\u00ad9998', '219-09-9998'],
    ['CY', 'Αρ. Εγγραφής ΦΠΑ: CY10259033P', 'CY10259033P'],
    ['CZ', 'r.č. 710319/2745', '710319/2745'],
    ['DE', 'USt.-ID DE136695976', 'DE136695976'],
    ['GB', 'NI No. AB 12 34 56 C', 'AB 12 34 56 C'],
    ['ID', 'No. KTP 3171011708450001', '3171011708450001'],
    ['ID', 'Nomor NPWP: 0013121660091000', '0013121660091000'],
    ['SA', 'رقم تسجيل ضريبة القيمة المضافة: 310122393500003', '310122393500003'],
    ['SE', 'Orgnummer 556074-7551', '556074-7551'],
    ['US', 'Social Security No. 219-09-9998', '219-09-9998'],
    ['DE', '**DE136695976**', 'DE136695976'],
    ['DE', '**USt-IdNr.:** DE136695976', 'DE136695976'],
    ['DE', 'DE&nbsp;136&nbsp;695&nbsp;976', 'DE136695976'],
    ['MX', 'M&amp;M850101AB1', 'M&M 850101 AB1'],
    ['IE', '8*79739I', 'IE8*79739I'],
    // On reports, receipts and imprints of businesses.
    ['FR', 'Intracommunautaire FR40303265045', 'FR 40 303 265 045'],
    ['NL', 'Btw-nummerNL004495445B01', 'NL004495445B01'],
    ['NO', 'Organisasjonsnr923609016', '923 609 016'],
    ['SE', 'Personnr640823-3234', '640823-3234'],
    ['FI', 'ALV-nroFI20774740', 'FI20774740'],
    ['GB', 'EU VAT No GB980780684', 'GB 980 7806 84'],
    ['NO', 'Org. no.: 995525828', '995 525 828'],
    ['NO', 'VAT Reg. No. NO 923 609 016', '923 609 016'],
    ['NO', 'Org.-nr. 995525828', '995 525 828'],
    ['IT', 'C.F. e n. iscrizione 00743110157', '00743110157'],
    ['DE', 'T.I.N. 36574261809', '36 574 261 809'],
    ['US', 'T.I.N.: 12-3456789', '12-3456789'],
    ['PK', 'Taxpayers identification no. 1234567-1', '1234567-1'],
    ['UA', 'VAT payer\u2019s individual tax number 143605704021', '143605704021'],
    ['DE', 'Ust-Ident.-Nr.: DE 129 273 398', 'DE129273398'],
    ['FR', 'N° de TVA : FR 03 552 081 317', 'FR 03 552 081 317'],
    ['CH', 'No TVA CHE-101.602.521 TVA', 'CHE-101.602.521 TVA'],
    ['BE', "Numéro d'entreprise : 0400.378.485", 'BE 0400.378.485'],
    ['BE', "N° d'entreprise 0400.378.485", 'BE 0400.378.485'],
    ['PL', 'nr NIP 525 224 84 81', '525-224-84-81'],
    ['PT', 'N.º de Contribuinte 500745471', '500 745 471'],
    ['HK', 'BR No. 12345678-000', '12345678-000'],
    ['HK', 'Business Registration No.: 12345678', '12345678'],
    ['PH', 'VAT Reg. TIN: 004-500-962-000 VAT', '004-500-962-000'],
    ['VN', 'MST/CCCD 001085012345', '001085012345'],
    ['QA', 'الرقم الضريبي 5000123456', '5000123456'],
    ['DZ', 'رقم التعريف الجبائي: 000016001234567', '000016001234567'],
    ['ZA', 'Income Tax Reference No. 0123456782', '0123456782'],
    ['CM', 'N° contribuable M071412345678A', 'M071412345678A'],
    ['AO', 'N.º de Contribuinte: 5417012345', '5417012345'],
    ['CD', 'N° Impôt : A0704756X', 'A0704756X'],
    ['AM', 'ՀՎՀՀ՝ 02538904', '02538904'],
    ['FR', '552 081 317 R.C.S. Paris', '552 081 317'],
    ['FR', 'RCS PARIS B 552 081 317', '552 081 317'],
    ['FR', 'Siren 552 081 317 RCS Saint-Étienne', '552 081 317'],
    ['BE', 'BTW BE 0400.378.485 RPR Brussel', 'BE 0400.378.485'],
    ['BE', 'RPM Bruxelles 0400.378.485', 'BE 0400.378.485'],
    ['TH', '0105536112014 (สำนักงานใหญ่)', '0-1055-36112-01-4'],
    ['TH', 'เลขประจำตัวผู้เสียภาษี 0105536112014 สาขาที่ 00001', '0-1055-36112-01-4'],
    ['NG', 'RC No. 1407971', 'RC 1407971'],
    ['NG', 'RC No: 208767', 'RC 208767'],
    ['CO', 'NIT 899999068 DV 1', '899.999.068-1'],
    ['CO', 'NIT: 899.999.068 D.V.: 1', '899.999.068-1'],
    ['SA', 'TRN: 310122393500003', '310122393500003'],
    ['SA', 'VATIN 310122393500003', '310122393500003'],
    ['IT', 'Fiscal code: RSSMRA85T10A562S', 'RSS MRA 85T10 A562S'],
    ['IL', "חברה מס' 520013954", '520013954'],
    ['IL', 'עוסק מורשה מספר 123456782', '123456782'],
    ['TH', '0107537000521 (Head Office)', '0-1075-37000-52-1'],
    ['TH', 'Tax ID 0105536112014 Branch No. 00001', '0-1055-36112-01-4'],
    ['RU', 'ИНН: 7707083893 КПП 773601001', '7707083893'],
    ['RU', 'ИНН 7707083893 / КПП: 773601001', '7707083893'],
    ['NO', 'Reg. No. NO 995 525 828 MVA', 'NO 995 525 828 MVA'],
    ['LV', 'Registration number: LV40003521600', 'LV40003521600'],
    ['ID', 'NPWP16: 0013121660091000', '0013121660091000'],
    ['DE', '<DE136695976>', 'DE136695976'],
    ['ME', 'PDV broj: 92/31 02634 4', '92/31-02634-4'],
    ['AT', 'ATU-Nr. ATU10223006', 'ATU10223006'],
    ['CN', 'Business License No.: 91110000600037341L', '91110000600037341L'],
    ['DK', 'Business Reg. No. 13585628', 'DK13585628'],
    ['EE', 'Reg nr 12417834', '12417834'],
    ['EG', 'رقم التسجيل الضريبى 200128110', '200-128-110'],
    ['EG', 'بطاقة ضريبية رقم 200-128-110', '200-128-110'],
    ['ES', 'NIF intracomunitario ESA58818501', 'ESA58818501'],
    ['FI', 'FO-nr 0112038-9', '0112038-9'],
    ['HR', 'PDV ID broj HR33392005961', '33392005961'],
    ['LU', 'N° TVA intracommunautaire LU15027442', 'LU15027442'],
    ['MY', 'Tax File No. C 1234567890', 'C1234567890'],
    ['RU', 'INN: 7707083893 KPP: 773601001', '7707083893'],
    ['SA', 'رقم ضريبة القيمة المضافة 310122393500003', '310122393500003'],
    ['SE', 'Reg.nr 556016-0680', '556016-0680'],
    ['SE', 'Pers.nr 811228-9874', '811228-9874'],
    // python-stdnum, stdnum/cr/cpf.py.
    ['CR', '1-613-584', '1-0613-0584'],
    ['CR', 'Cédula: 1-613-584', '1-0613-0584'],
    ['CR', '3-101-12559', '3-101-012559'],
  ])('%s %s is %s', (country, tin, formatted) => {
    expect(validateTin(country, tin)).toMatchObject({ valid: true, formatted })
  })

  it.each([
    ['the number keeps letters that are a part of it', 'CA', 'PST-1234-567'],
    ['another country’s code is no label', 'DK', 'SE13748136'],
    ['nor is that of Norway, unlike "No."', 'SE', 'NO 556016-0680'],
    ['a repeated prefix is a typo', 'DE', 'DEDE136695976'],
    ["a prefix shows that digits are missing: it isn't a BSN without its zero", 'NL', 'NL00449544'],
    ["or that one is too much: it isn't a Steuernummer, whose check digit is wrong", 'DE', 'DE8115698690'],
    ['a label without a number is none', 'PL', 'NIP:'],
  ])('%s: %s %s is refused', (_, country, tin) => {
    expect(validateTin(country, tin).valid).toBe(false)
  })

  it.each([
    ['NL', 'RSIN 123456782', 'NL.RSIN', []],
    ['NL', 'BSN: NL 123456782', 'NL.BSN', []],
    ['NL', '123456782', 'NL.BSN', ['AMBIGUOUS_TYPE']],
    ['CH', 'MWST-Nr. CHE-105.829.940', 'CH.MWST', []],
    ['CH', 'VAT No. CHE-105.829.940', 'CH.MWST', []],
    ['CH', 'UID: CHE-105.829.940', 'CH.UID', []],
    ['CZ', 'DIČ 25123891', 'CZ.DIC', []],
    ['CZ', 'IČO 25123891', 'CZ.ICO', []],
    ['LT', 'Įm. kodas 123033512', 'LT.JAK', []],
    ['LT', 'LT123033512', 'LT.PVM', []],
    ['US', 'Tax ID 123456789', 'US.EIN', ['AMBIGUOUS_TYPE']],
    ['US', 'EIN 123-45-6789', 'US.SSN', []],
    ['IE', 'PPSN 1234567FA', 'IE.PPS', []],
    ['CZ', 'IČ: 25596641', 'CZ.ICO', []],
    ['PE', 'Taxpayer registry number 20100070970', 'PE.RUC', []],
    ['IT', 'Cod. Fisc. 00743110157', 'IT.CF', []],
    ['IT', 'P.IVA 00743110157', 'IT.IVA', []],
    ['US', 'FEIN 123456789', 'US.EIN', []],
    ['CA', 'NAS 123 456 782', 'CA.SIN', []],
    ['DE', 'Steuer-ID 36574261809', 'DE.IDNR', []],
    ['DE', 'Steuer-Nr. 36574261809', 'DE.STNR', []],
    ['DE', 'Steuernummer DE 18181508155', 'DE.STNR', ['CHECKSUM_NOT_VERIFIABLE']],
    ['DE', 'DE 181/815/08155', 'DE.STNR', ['CHECKSUM_NOT_VERIFIABLE']],
    ['BG', 'BULSTAT 121699202', 'BG.EIK', []],
    ['IL', 'ח"פ 520013954', 'IL.HP', []],
    ['CU', 'NIT 50004199243', 'CU.NIT', []],
    ['CU', 'NIT 85020291531', 'CU.NI', []],
    // Without the warning of replaced letters, as those of a suffix are no part of the number.
    ['RU', 'ИНН 7707083893 КПП 773601001', 'RU.INN', []],
    ['TH', '0105536112014 (สำนักงานใหญ่)', 'TH.TIN', []],
  ])('chooses the type that it names: %s %s is %s', (country, tin, id, warnings) => {
    expect(validateTin(country, tin)).toMatchObject({ valid: true, identifier: { id } })
    expect(codes(country, tin)).toEqual(warnings)
  })

  it('is left out when the mistake is explained', () => {
    expect(validateTin('PL', 'NIP: 526-10-40-829')).toMatchObject({
      valid: false,
      compact: '5261040829',
      failure: { code: 'INVALID_CHECKSUM' },
    })
  })
})

describe('a text with more than a number', () => {
  it.each([
    ['DE', 'USt-IdNr.: DE136695976, HRB 12345 Amtsgericht München', 'DE136695976'],
    ['DE', 'DE136695976 (USt-IdNr.)', 'DE136695976'],
    ['IT', 'C.F. e n. iscrizione al Registro Imprese di Milano 00743110157', 'IT00743110157'],
    ['PL', 'NIP 526 10 40 828, REGON 012345678', '526-104-08-28'],
    ['CN', '名称：XX公司 税号：91110000600037341L', '91110000600037341L'],
    ['BE', 'BE 0403.019.261 - IBAN BE68 5390 0754 7034', 'BE 0403.019.261'],
    ['US', 'EIN 12-3456789 Tel. 555-123-4567', '12-3456789'],
    ['TR', 'Turkish ID 10000000146', '10000000146'],
    ['PL', 'NR 5261040828', '526-104-08-28'],
    ['FR', 'No 303265045', '303 265 045'],
  ])('gives the number as the suggestion: %s %s', (country, text, tin) => {
    const message = 'This text contains more than a tax ID. Enter only the number.'
    expect(validateTin(country, text)).toMatchObject({
      valid: false,
      failure: { code: 'INVALID_FORMAT', message },
      suggestion: { tin },
    })
  })

  it('gives none of several', () => {
    const result = validateTin('DE', 'USt-IdNr.: DE 136 695 976 | Steuernr.: 181/815/08155')
    expect(result).toHaveProperty('failure.message', 'This text contains several tax IDs. Enter one of them.')
    expect(result).toHaveProperty('suggestion', undefined)
  })

  it.each([
    ['may be of another country', 'SE', 'NO 556016-0680'],
    ['has no check digit and no separators', 'US', 'ABA 021000021'],
  ])('gives no number that %s', (_, country, text) => {
    expect(validateTin(country, text)).toHaveProperty('suggestion', undefined)
  })
})

describe('leading zeros that are missing', () => {
  it.each([
    ['BE', '403.019.261', 'BE 0403.019.261'],
    ['BE', 'BE403019261', 'BE 0403.019.261'],
    ['NL', 'NL4495445B01', 'NL004495445B01'],
    ['NL', '4495445B01', 'NL004495445B01'],
    ['IT', '743110157', 'IT00743110157'],
    ['SM', 'SM51', 'SM00051'],
    ['MA', '1561191000066', '001561191000066'],
    ['DO', '113918205', '001-1391820-5'],
    ['DO', '4000000102', undefined],
    ['GR', '94014201', 'EL094014201'],
    ['FI', '112038-9', '0112038-9'],
    ['UA', '2673832', '02673832'],
    ['RU', '50009563', undefined],
    ['ES', '1R', undefined],
    ['VN', '100109106', '0100109106'],
    ['EC', '926687856', '092668785-6'],
    ['PL', '2070803628', '02070803628'],
  ])('%s %s is %s', (country, tin, formatted) => {
    const result = validateTin(country, tin)
    expect(result.valid ? result.formatted : undefined).toBe(formatted)
    if (result.valid) expect(codes(country, tin)).toContain('LEADING_ZERO_ADDED')
  })

  it('are not added to a number with a zero in front or with separators', () => {
    expect(validateTin('IT', '0743110157').valid).toBe(false)
    expect(validateTin('PL', '20708-03628').valid).toBe(false)
  })

  it('are not added if the check digit does not match', () => {
    expect(validateTin('BE', '403019262').valid).toBe(false)
    expect(validateTin('MA', '1561191000067').valid).toBe(false)
  })

  it('are counted in the warning', () => {
    const { warnings } = validateTin('NL', '4495445B01')
    expect(warnings).toEqual([
      { code: 'LEADING_ZERO_ADDED', message: 'We added 2 leading zeros. Spreadsheets often drop them.' },
    ])
  })
})

describe('decimals of a spreadsheet', () => {
  it.each([
    ['BO', '1020269020.0', '1020269020'],
    ['AG', '1023456.0', '1023456'],
    ['AG', '１０２３４５６．０', '1023456'],
    ['NA', '1234567.00', '1234567'],
    ['JO', ' 123456789.0 ', '123456789'],
    ['CO', '80012345.0', '80012345'],
    ['UA', '2673832.0', '02673832'],
    ['PL', '5260250274.0', '5260250274'],
  ])('are removed: %s %s is %s', (country, tin, compact) => {
    expect(validateTin(country, tin)).toMatchObject({ valid: true, compact })
    expect(codes(country, tin)).toContain('NORMALIZED')
  })

  it('are no check digit', () => {
    expect(validateTin('CL', '60803001.0')).toMatchObject({ valid: false, compact: '60803001' })
  })

  it('are not removed from a number with a zero in front or with other separators', () => {
    expect(validateTin('PE', '0131312955.0').compact).toBe('01313129550')
    expect(validateTin('CO', '79.123.456.0')).toMatchObject({ valid: true, compact: '791234560' })
  })
})

describe('scientific notation of a spreadsheet', () => {
  it.each([
    ['DE', '1.36696E+08'],
    ['IT', ' 7,4311e+09 '],
    ['FR', '4.03033E+10'],
    ['MX', '1E+12'],
  ])('is named as the reason: %s %s', (country, tin) => {
    const message = expect.stringMatching(/scientific notation.* Format its column as text/)
    const result = validateTin(country, tin)
    expect(result).toMatchObject({ valid: false, failure: { code: 'INVALID_CHARACTERS', message } })
    expect(result).not.toHaveProperty('suggestion', expect.anything())
  })
})

describe('separators', () => {
  it.each([
    ['123-45-6789', 'US.SSN'],
    ['123 45 6789', 'US.SSN'],
    ['123–45–6789', 'US.SSN'],
    ['12-3456789', 'US.EIN'],
    ['EIN: 12-3456789', 'US.EIN'],
    ['912-70-1234', 'US.ITIN'],
    ['912-93-1234', 'US.ATIN'],
  ])('show the type of the US number %s: %s', (tin, id) => {
    expect(validateTin('US', tin)).toMatchObject({ valid: true, identifier: { id }, warnings: [] })
  })

  it.each([
    ['123-45-6789', 'US.EIN', 'This is a US SSN, not a US EIN. Choose SSN as the type.'],
    ['12-3456789', 'US.SSN', 'This is a US EIN, not a US SSN. Choose EIN as the type.'],
    ['1234-56-789', 'US.SSN', 'A US SSN is written as ###-##-####, with each # for a digit.'],
    ['123-456-789', undefined, 'A US EIN is written as ##-#######, with each # for a digit.'],
  ])('refuse the US number %s as %s', (tin, type, message) => {
    const result = validateTin('US', tin, type === undefined ? {} : { type })
    expect(result).toMatchObject({ valid: false, failure: { code: 'INVALID_FORMAT', message } })
  })

  it('prefer the type in Canada', () => {
    expect(validateTin('CA', '123-456-782')).toMatchObject({ identifier: { id: 'CA.SIN' } })
    expect(validateTin('CA', '123456782')).toMatchObject({ identifier: { id: 'CA.BN' } })
  })

  it('set off the check digit of a Colombian identity card', () => {
    const compacts = ['80.012.345-9', '800.123.459', '800123459', '79.123.456-0'].map(
      (tin) => validateTin('CO', tin).compact,
    )
    expect(compacts).toEqual(['0800123459', '800123459', '800123459', '791234560'])
    expect(validateTin('CO', '97.004.000-5')).toMatchObject({ suggestion: { country: 'CL' } })
  })

  it.each([
    ['BR', '16.727.230/0001-97', []],
    ['PL', '526-104-08-28', []],
    ['PL', '526-10-40-828', []],
    ['PL', '52-610-40-828', ['UNUSUAL_SEPARATORS']],
    ['ES', 'DNI 12.345.678-Z', []],
    ['ES', 'DNI 1.2345.678-Z', ['UNUSUAL_SEPARATORS']],
    ['BR', '167.272.30-0001/97', ['UNUSUAL_SEPARATORS']],
    ['BE', '0403.019.261', []],
    ['TN', '1234567/R/A/M/000', []],
    ['BE', 'BE 0403019.261', []],
    ['BE', '04-0301-9261', ['UNUSUAL_SEPARATORS']],
    ['FR', 'FR 40.303.265.045', []],
    ['AU', '51 824-753-556', []],
    ['CA', '12302-6635-RT-0001', []],
    ['CA', '123026635-RR-0001', []],
    ['CA', '1230-26635 RT0001', ['UNUSUAL_SEPARATORS']],
    ['AR', '30-50.001.091-2', []],
    ['AR', '30.500.010.91-2', ['UNUSUAL_SEPARATORS']],
    ['PY', '80.028.061-0', []],
    ['PY', '8.002.806.10', ['UNUSUAL_SEPARATORS']],
    ['PA', '155587169-2-2014 D.V. 9', []],
    ['PA', '155630598-2-2016-30', []],
    ['PA', '8-NT-1-24 D.V. 33', []],
    ['PA', '2588017-1-831938 DV 20', []],
    ['PA', '15558716-92-2014 DV 9', ['UNUSUAL_SEPARATORS']],
    ['AU', '518-247-53-556', ['UNUSUAL_SEPARATORS']],
    ['MX', 'B&C9707148N9', []],
    ['MX', 'B&C-970714-8N9', []],
    ['MX', 'B-&C9707148N9', ['UNUSUAL_SEPARATORS']],
    ['CH', 'CHE-107.787.577 VAT', []],
    ['CH', 'CHE-116.281.710 T.V.A.', []],
    ['CH', 'CHE-105.829.940 HR/MWST', []],
    ['CH', 'CHE-105.909.036 HR', []],
    ['CH', 'CHE-107.7875.77 VAT', ['UNUSUAL_SEPARATORS']],
  ])('in other places give a warning: %s %s', (country, tin, expected) => {
    expect(validateTin(country, tin).valid).toBe(true)
    expect(codes(country, tin)).toEqual(expected)
  })
})

describe('a date in the future', () => {
  const on = (country: string, tin: string, today: string) => validateTin(country, tin, { today })

  it.each([
    ['PL', '26322551239', '2026-12-25'],
    ['FI', '251226A002K', '2026-12-25'],
    ['CZ', 'CZ2612251235', '2026-12-25'],
    ['SK', '2612251235', '2026-12-25'],
  ])('in %s %s depends on today', (country, tin, birth) => {
    const unknown = on(country, tin, '2026-12-24')
    expect(unknown).toMatchObject({
      valid: false,
      failure: { code: 'INVALID_COMPONENT', message: 'The date in this number is in the future.' },
    })
    expect(on(country, tin, birth).valid).toBe(true)
  })

  it('is measured by the month of the rules if today is not given', () => {
    expect(validateTin('LT', '50012311236').valid).toBe(on('LT', '50012311236', '2026-11-30').valid)
    expect(validateTin('BG', '7542011030')).toMatchObject({ failure: { code: 'INVALID_COMPONENT' } })
  })
})
