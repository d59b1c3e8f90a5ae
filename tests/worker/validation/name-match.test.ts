import { describe, expect, it } from 'vitest'
import { matchAddress } from '#worker/validation/address-match.ts'
import { spellingIn } from '#worker/validation/letters.ts'
import { matchName, matchNames } from '#worker/validation/name-match.ts'

const comparedTo = (expected: string, registered: string | null) => {
  const { match, score } = matchName(expected, registered)
  return { match, score }
}

const bothWays = (pairs: readonly (readonly [string, string])[]) =>
  pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const])

type Expected = 'exact' | 'close' | 'different' | 'not_disclosed'

/** The expected name, the registered name in the register's spelling, and the match. */
const registers: Readonly<Record<string, readonly (readonly [string, string, Expected])[]>> = {
  'GEMI and AADE (Greece): capitals without accents; ELOT 743': [
    ['Alpha Trapeza', 'ΑΛΦΑ ΤΡΑΠΕΖΑ Α.Ε.', 'close'],
    ['Alfa Trapeza S.A.', 'ΑΛΦΑ ΤΡΑΠΕΖΑ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ', 'exact'],
    ['Άλφα Τράπεζα', 'ΑΛΦΑ ΤΡΑΠΕΖΑ ΑΕ', 'exact'],
    ['Papadopoulos IKE', 'ΠΑΠΑΔΟΠΟΥΛΟΣ ΙΔΙΩΤΙΚΗ ΚΕΦΑΛΑΙΟΥΧΙΚΗ ΕΤΑΙΡΕΙΑ', 'exact'],
    ['Papadopoulos', 'ΠΑΠΑΔΟΠΟΥΛΟΣ ΜΟΝΟΠΡΟΣΩΠΗ ΙΚΕ', 'exact'],
    ['Vassilopoulos', 'ΒΑΣΙΛΟΠΟΥΛΟΣ ΑΕ', 'close'],
    ['Vasilopoulos', 'ΒΑΣΙΛΟΠΟΥΛΟΣ ΑΕ', 'exact'],
    ['Basilopoulos', 'ΒΑΣΙΛΟΠΟΥΛΟΣ ΑΕ', 'close'],
    ['Efstathiou & Sia OE', 'ΕΥΣΤΑΘΙΟΥ & ΣΙΑ Ο.Ε.', 'exact'],
    ['Eustathiou & Sia', 'ΕΥΣΤΑΘΙΟΥ ΚΑΙ ΣΙΑ ΟΕ', 'close'],
    ['Avgerinos', 'ΑΥΓΕΡΙΝΟΣ Ε.Ε.', 'exact'],
    ['Afxentiou', 'ΑΥΞΕΝΤΙΟΥ', 'exact'],
    ['Auxentiou', 'ΑΥΞΕΝΤΙΟΥ', 'close'],
    ['Bakalis', 'ΜΠΑΚΑΛΗΣ', 'exact'],
    ['Ntinos', 'ΝΤΙΝΟΣ', 'exact'],
    ['Dinos', 'ΝΤΙΝΟΣ', 'close'],
    ['Angelopoulos', 'ΑΓΓΕΛΟΠΟΥΛΟΣ', 'exact'],
    ['Aggelopoulos', 'ΑΓΓΕΛΟΠΟΥΛΟΣ', 'close'],
    ['Xenakis', 'ΞΕΝΑΚΗΣ', 'exact'],
    ['Ksenakis', 'ΞΕΝΑΚΗΣ', 'close'],
    ['Christou', 'ΧΡΗΣΤΟΥ', 'exact'],
    ['Hristou', 'ΧΡΗΣΤΟΥ', 'close'],
    ['Psaros', 'ΨΑΡΟΣ', 'exact'],
    ['Tzatzikis', 'ΤΖΑΤΖΙΚΗΣ', 'exact'],
    ['Kyriakidis', 'ΚΥΡΙΑΚΙΔΗΣ', 'exact'],
    ['Kiriakidis', 'ΚΥΡΙΑΚΙΔΗΣ', 'close'],
    ['Ioannou Georgios', 'ΓΕΩΡΓΙΟΣ ΙΩΑΝΝΟΥ', 'close'],
    ['ELLINIKA PETRELAIA AE', 'ΕΛΛΗΝΙΚΑ ΠΕΤΡΕΛΑΙΑ ΑΝΩΝΥΜΗ ΕΤΑΙΡΙΑ', 'exact'],
    ['OTE', 'OΤΕ Α.Ε.', 'exact'],
    ['ΑΦΟΙ ΓΕΩΡΓΙΟΥ ΟΕ', 'ΑΦΟΙ ΓΕΩΡΓΙΟΥ ΟΜΟΡΡΥΘΜΗ ΕΤΑΙΡΕΙΑ', 'exact'],
    ['Νότια Ενεργειακή', 'ΒΟΡΕΙΑ ΕΝΕΡΓΕΙΑΚΗ ΑΕ', 'different'],
    ['Notia Energeiaki', 'ΒΟΡΕΙΑ ΕΝΕΡΓΕΙΑΚΗ ΑΕ', 'different'],
    ['Alfa Trapeza', 'ΒΗΤΑ ΤΡΑΠΕΖΑ ΑΕ', 'different'],
    ['Αιολική 2 ΑΕ', 'ΑΙΟΛΙΚΗ 3 ΑΕ', 'different'],
  ],
  'EGRUL (Russia): form in full, name in quotes; ICAO 9303': [
    ['Gazprom', 'ПУБЛИЧНОЕ АКЦИОНЕРНОЕ ОБЩЕСТВО "ГАЗПРОМ"', 'exact'],
    ['PAO Gazprom', 'ПАО "ГАЗПРОМ"', 'exact'],
    ['Yandex', 'ООО "ЯНДЕКС"', 'close'],
    ['Iandeks', 'ООО "ЯНДЕКС"', 'exact'],
    ['Shchukin', 'ИП ЩУКИН', 'exact'],
    ['Khimprom', 'АО "ХИМПРОМ"', 'exact'],
    ['Himprom', 'АО "ХИМПРОМ"', 'exact'],
    ['Alexander Ivanov', 'ИВАНОВ АЛЕКСАНДР', 'close'],
    ['Артём Ёлкин', 'АРТЕМ ЕЛКИН', 'exact'],
    ['Severnaya Zvezda', 'ООО "ЮЖНАЯ ЗВЕЗДА"', 'different'],
    ['Zavod No. 2', 'ООО "ЗАВОД № 3"', 'different'],
    ['Gazprom', 'ООО "ГАЗПРОМ НЕФТЬ"', 'different'],
  ],
  'EDR (Ukraine): KMU 55-2010': [
    ['Zaporizhstal', 'ПАТ "ЗАПОРІЖСТАЛЬ"', 'exact'],
    ['Kyivstar', 'ПрАТ "КИЇВСТАР"', 'exact'],
    ['Kiivstar', 'ПРИВАТНЕ АКЦІОНЕРНЕ ТОВАРИСТВО "КИЇВСТАР"', 'exact'],
    ['Yevropa', 'ТОВ "ЄВРОПА"', 'exact'],
    ['Ukrainskyi Khlib', 'ТОВ "УКРАЇНСЬКИЙ ХЛІБ"', 'exact'],
    ['Hal Oil', 'ТОВ "ГАЛ ОІЛ"', 'exact'],
    ['TOV Nova Liniya', 'ТзОВ "НОВА ЛІНІЯ"', 'exact'],
    ['Nova Liniia', 'ТОB "НОВА ЛIНIЯ"', 'exact'],
    ['Zhytomyr Agro', 'ПП "ЖИТОМИР АГРО"', 'exact'],
    ['Lviv Agro', 'ПП "ЖИТОМИР АГРО"', 'different'],
  ],
  'Commercial register (Bulgaria): Transliteration Act': [
    ['Sofiya Med', 'СОФИЯ МЕД АД', 'exact'],
    ['Sofia Med AD', 'СОФИЯ МЕД АД', 'exact'],
    ['Shtastie', 'ЩАСТИЕ ЕООД', 'exact'],
    ['Khristo Botev', 'ХРИСТО БОТЕВ ЕООД', 'exact'],
    ['Lukoil Bulgaria', 'ЛУКОЙЛ БЪЛГАРИЯ ЕООД', 'close'],
    ['Lukoyl Balgaria', 'ЛУКОЙЛ БЪЛГАРИЯ ЕООД', 'exact'],
    ['Bulgartabac', 'БУЛГАРТАБАК ХОЛДИНГ АД', 'different'],
    ['Tsvetan Tsvetkov', 'ЕТ ЦВЕТАН ЦВЕТКОВ', 'exact'],
    ['Yug Stroy', 'СЕВЕР СТРОЙ ООД', 'different'],
  ],
  'APR (Serbia) and CRM (North Macedonia): Cyrillic and Gaj': [
    ['Železnice Srbije', 'ЖЕЛЕЗНИЦЕ СРБИЈЕ АД', 'exact'],
    ['Zeleznice Srbije a.d.', 'ЖЕЛЕЗНИЦЕ СРБИЈЕ А.Д.', 'exact'],
    ['Ljubičić d.o.o.', 'ЉУБИЧИЋ Д.О.О.', 'exact'],
    ['Njegoš', 'ЊЕГОШ ДРУШТВО СА ОГРАНИЧЕНОМ ОДГОВОРНОШЋУ', 'exact'],
    ['Đorđević', 'ЂОРЂЕВИЋ ДОО', 'exact'],
    ['Djordjevic', 'ЂОРЂЕВИЋ ДОО', 'exact'],
    ['Džambo', 'ЏАМБО ДОО', 'exact'],
    ['Makedonska Banka', 'МАКЕДОНСКА БАНКА АД', 'exact'],
    ['Kjuprija', 'ЌУПРИЈА ДООЕЛ', 'exact'],
    ['Beograd Voda', 'НОВИ САД ВОДА ДОО', 'different'],
  ],
  'Dubai DED, Saudi CR and the Egyptian register: BGN/PCGN': [
    ['الراجحي', 'شركة الراجحي', 'exact'],
    ['أرامكو', 'ارامكو ش.م.ع', 'exact'],
    ['النور للتجارة', 'النور للتجارة ذ.م.م', 'exact'],
    ['النور للتجارة', 'شركة النور للتجاره ذات مسؤولية محدودة', 'exact'],
    ['مؤسسة الهدى', 'موسسه الهدي', 'exact'],
    ['مصطفى كامل', 'مُصطَفى كامِل', 'exact'],
    ['شركة الأمل', 'شـركـة الامل', 'exact'],
    ['Al Rajhi', 'شركة الراجحي', 'exact'],
    ['Al-Rajhi LLC', 'الراجحي ش.ذ.م.م', 'exact'],
    ['Aramco', 'ارامكو', 'close'],
    ['Emaar', 'إعمار ش.م.ع', 'close'],
    ['Almarai', 'شركة المراعي', 'close'],
    ['El Sewedy', 'السويدي', 'close'],
    ['Muhammad Ali', 'محمد علي', 'close'],
    ['Mohamed Aly', 'محمد على', 'close'],
    ['Khalid Hassan', 'خالد حسن', 'close'],
    ['Hassan Khalid', 'خالد حسن', 'close'],
    ['Sharjah Cement', 'شركة الشارقة للاسمنت', 'not_disclosed'],
    ['Al Noor', 'الهدى', 'not_disclosed'],
    ['شركة النور', 'شركة النورس', 'different'],
    ['فرع 2 النور', 'فرع 3 النور', 'different'],
    ['بنك مصر', 'بنك القاهرة', 'different'],
  ],
  'Registrar of Companies (Israel): בע"מ; ISO 259': [
    ['טבע', 'טבע בע"מ', 'exact'],
    ['טבע בע״מ', "טבע בע''מ", 'exact'],
    ['אלביט מערכות', 'אלביט מערכות בערבון מוגבל', 'exact'],
    ["צ'ק פוינט", 'צק פוינט בע"מ', 'exact'],
    ['בנק הפועלים', 'בנק־הפועלים בע"מ', 'exact'],
    ['שָׁלוֹם', 'שלום', 'exact'],
    ['Teva Ltd.', 'טבע בע"מ', 'close'],
    ['Elbit', 'אלביט בע"מ', 'close'],
    ['Bank Hapoalim', 'בנק הפועלים בע"מ', 'close'],
    ['Bank Leumi', 'בנק לאומי בע"מ', 'close'],
    ['Strauss', 'שטראוס בע"מ', 'close'],
    ['Osem', 'אסם', 'close'],
    ['Tnuva', 'תנובה', 'close'],
    ['Cohen Levi', 'לוי כהן', 'close'],
    ['David Cohen', 'דוד כהן', 'close'],
    ['Rami Levy', 'רמי לוי', 'close'],
    ['Teva Pharmaceutical Industries', 'טבע תעשיות פרמצבטיות בע"מ', 'not_disclosed'],
    ['Elbit', 'אלקטרה בע"מ', 'not_disclosed'],
    ['בנק הפועלים', 'בנק לאומי בע"מ', 'different'],
    ['טבע 2', 'טבע 3', 'different'],
    ['צפון אנרגיה', 'דרום אנרגיה בע"מ', 'different'],
  ],
  'SAIC, GCIS (Taiwan) and the Hong Kong register: traditional and simplified': [
    ['华为技术', '华为技术有限公司', 'exact'],
    ['华为技术有限责任公司', '华为技术有限公司', 'exact'],
    ['華為技術有限公司', '华为技术有限公司', 'exact'],
    ['台灣積體電路製造', '台灣積體電路製造股份有限公司', 'exact'],
    ['國泰銀行', '国泰银行股份有限公司', 'exact'],
    ['長榮海運', '长荣海运股份有限公司', 'exact'],
    ['腾讯科技(深圳)有限公司', '腾讯科技（深圳）有限公司', 'exact'],
    ['腾讯科技 深圳', '腾讯科技（深圳）有限公司', 'exact'],
    ['ＡＢＣ貿易有限公司', 'ABC贸易有限公司', 'exact'],
    ['Abc贸易', 'ABC贸易有限公司', 'exact'],
    ['北京 机械', '北京机械有限公司', 'exact'],
    ['統一企業', '統一企業股份有限公司', 'exact'],
    ['上海汽车股份有限公司', '上海汽车有限公司', 'close'],
    ['深圳 腾讯科技', '腾讯科技 深圳', 'close'],
    ['上海第一机械', '上海第二机械有限公司', 'different'],
    ['北方工业', '南方工业有限公司', 'different'],
    ['台灣電力', '台灣電信股份有限公司', 'different'],
    ['中国银行', '中国农业银行股份有限公司', 'different'],
    ['Huawei', '华为技术有限公司', 'not_disclosed'],
    ['Guotai', '國泰', 'not_disclosed'],
    ['トヨタ', '丰田', 'not_disclosed'],
  ],
  'National Tax Agency (Japan): form before or after the name; Hepburn and Kunrei (ISO 3602)': [
    ['ソニー', 'ソニー株式会社', 'exact'],
    ['株式会社ソニー', '㈱ソニー', 'exact'],
    ['ｿﾆｰ', 'ソニー(株)', 'exact'],
    ['有限会社さくら', '㈲さくら', 'exact'],
    ['合同会社ミライ', 'ミライ合同会社', 'exact'],
    ['トヨタ自動車株式會社', 'トヨタ自動車株式会社', 'exact'],
    ['一般社団法人ミライ', 'ミライ', 'exact'],
    ['Toyota', 'トヨタ株式会社', 'exact'],
    ['Mazda', 'マツダ株式会社', 'not_disclosed'],
    ['Matsuda', 'マツダ株式会社', 'exact'],
    ['Sony', 'ソニー株式会社', 'close'],
    ['Panasonic', 'パナソニック株式会社', 'close'],
    ['Suzuki', 'スズキ株式会社', 'exact'],
    ['Subaru K.K.', '株式会社スバル', 'exact'],
    ['Sakura', '有限会社さくら', 'exact'],
    ['Mitsubishi', 'みつびし', 'exact'],
    ['Shiseido', 'シセイドウ', 'close'],
    ['Hotel Sakura', 'ホテルさくら', 'close'],
    ['Yamada', '山田株式会社', 'not_disclosed'],
    ['Sony', 'ヤマハ株式会社', 'not_disclosed'],
    ['東日本電気', '西日本電気株式会社', 'different'],
    ['ガス販売', 'カス販売株式会社', 'different'],
  ],
  'IROS (South Korea): 주식회사 and (주); Revised Romanization': [
    ['카카오', '주식회사 카카오', 'exact'],
    ['카카오', '카카오(주)', 'exact'],
    ['㈜카카오', '카카오 주식회사', 'exact'],
    ['유한회사 한빛', '(유)한빛', 'exact'],
    ['삼성 전자', '삼성전자 주식회사', 'exact'],
    ['Kakao Corp.', '주식회사 카카오', 'exact'],
    ['Samseong Jeonja', '삼성전자 주식회사', 'exact'],
    ['Samsung', '삼성 주식회사', 'close'],
    ['Hyundai', '현대 주식회사', 'close'],
    ['Kia', '기아 주식회사', 'close'],
    ['Lotte', '롯데 주식회사', 'close'],
    ['Daewoo', '(주)대우', 'close'],
    ['POSCO', '포스코', 'close'],
    ['Coupang', '쿠팡 주식회사', 'close'],
    ['Silla', '신라', 'exact'],
    ['Jongno', '종로', 'exact'],
    ['Kim Minsu', '김민수', 'close'],
    ['Samsung Electronics', '삼성전자 주식회사', 'not_disclosed'],
    ['Hanwha', '한진 주식회사', 'not_disclosed'],
    ['삼성전자', '삼성전기 주식회사', 'different'],
    ['남부발전', '서부발전 주식회사', 'different'],
    ['제2공장', '제3공장', 'different'],
  ],
}

describe.each(Object.entries(registers))('a name of %s', (_register, pairs) => {
  it.each(pairs)('%s and %s: %s', (expected, registered, match) => {
    expect(matchName(expected, registered).match).toBe(match)
    expect(matchName(registered, expected).match).toBe(match)
  })
})

describe('what was ignored', () => {
  it.each<[string, string, number, string, string, Record<string, [string | null, string | null]>]>([
    [
      'Acme Trading GmbH',
      'ACME TRADING AG',
      95,
      'acme trading',
      'acme trading',
      {
        case: ['Acme Trading', 'ACME TRADING'],
        legal_form: ['GmbH', 'AG'],
      },
    ],
    ['Acme', 'Acme', 100, 'acme', 'acme', {}],
    ['Acme', 'ACME Ltd', 100, 'acme', 'acme', { case: ['Acme', 'ACME'], legal_form: [null, 'Ltd'] }],
    [
      'Müller & Söhne',
      'MUELLER UND SOEHNE',
      100,
      'muller and sohne',
      'mueller and soehne',
      {
        accents: ['Müller Söhne', 'MUELLER SOEHNE'],
        abbreviation: ['&', 'UND'],
      },
    ],
    [
      'Kakao',
      '주식회사 카카오',
      100,
      'kakao',
      '카카오',
      {
        transliteration: ['Kakao', '카카오'],
        legal_form: [null, '주식회사'],
      },
    ],
    ['Mc Donalds', 'McDonalds', 100, 'mc donalds', 'mcdonalds', { spacing: ['Mc Donalds', 'McDonalds'] }],
    [
      'Dr. J. Kowalski',
      'Jan Kowalski',
      84,
      'dr j kowalski',
      'jan kowalski',
      {
        initial: ['J', 'Jan'],
        extra: ['Dr', null],
      },
    ],
    [
      'Ireland Googel',
      'Google Ireland',
      92,
      'ireland googel',
      'google ireland',
      {
        typo: ['Googel', 'Google'],
        order: ['Ireland Googel', 'Google Ireland'],
      },
    ],
    [
      'Deutsche Bank AG',
      'Deutsche Bank AG (Filiale Wien)',
      95,
      'deutsche bank',
      'deutsche bank',
      {
        extra: [null, 'AG Filiale Wien'],
      },
    ],
    ['Nordea Bank', 'NORDEA Finance', 52, 'nordea bank', 'nordea finance', { case: ['Nordea', 'NORDEA'] }],
  ])('%s and %s', (expected, registered, score, requested, theirs, ignored) => {
    const answer = matchName(expected, registered)
    expect(answer).toMatchObject({ score, requested, registered: theirs })
    const byKind = answer.ignored.map((each) => [each.kind, [each.requested, each.registered]])
    expect(Object.fromEntries(byKind)).toEqual(ignored)
    expect(byKind).toHaveLength(Object.keys(ignored).length)
  })

  it('is the main name if a trade name matches', () => {
    expect(matchNames('Corner Café', 'Jane Doe', ['Corner Cafe'])).toMatchObject({
      registered: 'corner cafe',
      ignored: [{ kind: 'accents' }, { kind: 'other_name', requested: null, registered: 'Jane Doe' }],
    })
  })
})

describe('an address', () => {
  const street = 'Hauptstraße 12, 10115 Berlin'
  it.each([
    ['DE', street, 'HAUPTSTR. 12\n10115 BERLIN', 'exact'],
    ['DE', street, 'Hauptstr.12 D-10115 Berlin', 'exact'],
    ['DE', street, 'Hauptstrasse 12, 10115 Berlin, Deutschland', 'exact'],
    ['DE', street, '10115 Berlin, Hauptstr. 12, Germany', 'exact'],
    ['DE', street, 'Hauptstr. 12, 10115 Berlin Mitte', 'close'],
    ['DE', 'Hauptstr. 12, Berlin', street, 'close'],
    ['DE', street, 'Hauptstr. 14, 10115 Berlin', 'different'],
    ['DE', street, 'Hauptstr. 12, 20095 Hamburg', 'different'],
    ['DE', street, 'Nebenstr. 12, 10115 Berlin', 'different'],
    ['GB', '12 High Street, London SW1A 1AA', '12 HIGH ST LONDON SW1A1AA UNITED KINGDOM', 'exact'],
    ['GB', '12 High Road, London SW1A 1AA', '12 HIGH ST LONDON SW1A 1AA', 'different'],
    ['SE', 'Kungsgatan 1, 114 55 Stockholm', 'KUNGSGATAN 1, SE-11455 STOCKHOLM, SVERIGE', 'exact'],
    ['PL', 'ul. Długa 5, 00-950 Warszawa', 'ULICA DŁUGA 5, 00950 WARSZAWA', 'exact'],
    ['NL', 'Damrak 1, 1012 LG Amsterdam', 'DAMRAK 1 1012LG AMSTERDAM', 'exact'],
    ['GR', 'Ermou 5, 105 63 Athina', 'ΕΡΜΟΥ 5, 10563 ΑΘΗΝΑ', 'exact'],
    ['JP', '港区芝公園4-2-8', '港区芝公園４ー２ー８', 'exact'],
    ['KR', '1 Some Street, Busan', '서울 종로구', 'not_disclosed'],
    ['DE', street, null, 'not_disclosed'],
    ['DE', street, '---', 'not_disclosed'],
  ] as const)('in %s: %s and %s: %s', (country, expected, registered, match) => {
    const answer = matchAddress(expected, registered, country)
    expect(answer.match).toBe(match)
    expect(answer.score === null).toBe(match === 'not_disclosed')
  })

  it('says what was ignored', () => {
    const { ignored } = matchAddress('Hauptstraße 12, Berlin', 'HAUPTSTR. 12, Berlin, Germany', 'DE')
    expect(ignored.map(({ kind }) => kind).sort()).toEqual(['abbreviation', 'case', 'country'])
  })

  it.each([
    '\u0000',
    '\u202e',
    '(((',
    '1 '.repeat(5_000),
    'a'.repeat(10_000),
    '\ufdfa'.repeat(300),
    '\ud800',
  ])('of hostile characters gets an answer', (hostile) => {
    for (const [one, other] of bothWays([[hostile, street]]))
      expect(matchAddress(one, other, 'ZZ').match).not.toBe('exact')
  })
})

describe('a spelling in another script', () => {
  it('is compared up to 120 letters', () => {
    expect(spellingIn('я'.repeat(120), 'a'.repeat(120))).toBe('common')
    expect(spellingIn('я'.repeat(121), 'a'.repeat(121))).toBeUndefined()
  })

  it.each(['', 'A', '\u0000', '.', 'é'])('never spells %j', (latin) => {
    expect(spellingIn('카카오', latin)).toBeUndefined()
  })
})

describe('a name', () => {
  it.each(
    bothWays([
      ['ИП Иванов', 'Иванов ИП'],
      ['Casa e Vita', 'CASA & VITA SRL'],
      ['Ferrari SpA', 'FERRARI S.P.A.'],
      ['Ferrari', 'FERRARI S.P.A.'],
      ['Müller GmbH & Co. KG', 'MUELLER GMBH & CO KG'],
      ['Müller GmbH & Co. KG', 'Muller GmbH und Co KG'],
      ['Bäckerei Groß GmbH', 'BAECKEREI GROSS GMBH'],
      ['Bäckerei Groß GmbH', 'Backerei Gross GmbH'],
      ['Weiß und Söhne OHG', 'WEISS & SOEHNE OHG'],
      ['Cemex S.A. de C.V.', 'CEMEX SA DE CV'],
      ['Cemex S.A.B. de C.V.', 'CEMEX, S.A.B. DE C.V.'],
      ['Grupo Uno S. de R.L. de C.V.', 'GRUPO UNO S DE RL DE CV'],
      ['Cemex', 'CEMEX, S.A.B. DE C.V.'],
      ['Booksy Sp. z o.o.', 'BOOKSY SPÓŁKA Z O.O.'],
      ['Booksy Sp. z o.o.', 'BOOKSY SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ'],
      [
        'Drukarnia Łódź Sp. z o.o. Sp. k.',
        'DRUKARNIA LODZ SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ SPÓŁKA KOMANDYTOWA',
      ],
      ['Maersk A/S', 'MAERSK AS'],
      ['Tallink AS', 'AS TALLINK'],
      ['トヨタ自動車', 'トヨタ自動車株式会社'],
      ['トヨタ自動車㈱', 'トヨタ自動車株式会社'],
      ['(株)トヨタ', '株式会社トヨタ'],
      ['ｿﾆｰ株式会社', 'ソニー株式会社'],
      ['Ｓｏｎｙ株式会社', 'Sony 株式会社'],
      ['台灣積體電路製造', '台灣積體電路製造股份有限公司'],
      ['삼성전자', '삼성전자 주식회사'],
      ['삼성전자 주식회사', '삼성전자(주)'],
      ['ООО "Ромашка"', 'ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ "РОМАШКА"'],
      ['OOO Romashka', 'ООО "Ромашка"'],
      ['Sofiya Med', 'СОФИЯ МЕД АД'],
      ['Lukoil Balgariya EOOD', 'ЛУКОЙЛ БЪЛГАРИЯ ЕООД'],
      ['ΑΛΦΑ ΒΗΤΑ ΒΑΣΙΛΟΠΟΥΛΟΣ ΑΕ', 'ΑΛΦΑ ΒΗΤΑ ΒΑΣΙΛΟΠΟΥΛΟΣ Α.Ε.'],
      ['Άλφα Τράπεζα Ανώνυμη Εταιρεία', 'ΑΛΦΑ ΤΡΑΠΕΖΑ Α.Ε.'],
      ['Alfa Trapeza A.E.', 'ΑΛΦΑ ΤΡΑΠΕΖΑ Α.Ε.'],
      ['IŞIK Tekstil A.Ş.', 'Işık Tekstil Anonim Şirketi'],
      ['Isik Tekstil', 'IŞIK TEKSTİL ANONİM ŞİRKETİ'],
      ['İstanbul Gıda Ltd. Şti.', 'ISTANBUL GIDA LIMITED ŞIRKETI'],
      ['Škoda Auto a. s.', 'ŠKODA AUTO a.s.'],
      ['Alza.cz', 'Alza.cz a.s.'],
      ['Vodafone s.r.o.', 'VODAFONE spol. s r.o.'],
      ['Microsoft Danmark', 'Microsoft Danmark ApS'],
      ["McDonald's Ltd", 'MCDONALDS LIMITED'],
      ['Mc Donalds', 'MCDONALDS LIMITED'],
      ['Mc Donalds Austria', 'MCDONALDS AUSTRIA GMBH'],
      ['Coca-Cola HBC', 'COCA COLA HBC AG'],
      ['Air France', 'AIRFRANCE SA'],
      ['Marks & Spencer plc', 'MARKS AND SPENCER P.L.C.'],
      ['Dupont et Fils SARL', 'DUPONT & FILS S.A.R.L.'],
      ['Garcia y Hijos SL', 'GARCIA & HIJOS, S.L.'],
      ['Rossi e Figli S.r.l.', 'ROSSI & FIGLI SRL'],
      ['Brown Bros. Ltd', 'BROWN BROTHERS LIMITED'],
      ['Acme Intl. Inc.', 'ACME INTERNATIONAL INCORPORATED'],
      ['3M Deutschland GmbH', '3M DEUTSCHLAND GMBH'],
      ['HP', 'HP Inc.'],
      ['Per Hansen ApS', 'PER HANSEN ApS'],
      ['Société Générale SA', 'SOCIETE GENERALE'],
      ['Société Générale', 'SOCIETE GENERALE S.A.'],
      ['Aktiebolaget Volvo', 'AKTIEBOLAGET VOLVO'],
      ['AB Volvo', 'Volvo AB'],
      ['UAB Vilniaus prekyba', 'Vilniaus prekyba, UAB'],
      ['SC Dacia SRL', 'S.C. DACIA S.R.L.'],
      ['Ford Motor Co.', 'FORD MOTOR COMPANY'],
      ['Foo Pty Ltd', 'FOO PROPRIETARY LIMITED'],
      ['Bar Sdn Bhd', 'BAR SDN. BHD.'],
      ['Novo Nordisk', 'NOVO NORDISK A/S'],
      ['Ørsted A/S', 'OERSTED A/S'],
      ['Ørsted A/S', 'ORSTED AS'],
      ['Åkers Bruk AB', 'AKERS BRUK AB'],
      ['Hôtel de l’Étoile', "HOTEL DE L'ETOILE"],
      ['טבע תעשיות בע"מ', 'טבע תעשיות בע״מ'],
      ['טבע תעשיות', 'טבע תעשיות בע"מ'],
      ['أرامكو السعودية', 'ارامكو السعودية'],
      ['Kaufland', 'KAUFLAND, v.o.s.'],
      ['Max Muster e.K.', 'Max Muster eingetragener Kaufmann'],
      ['Foo UG (haftungsbeschränkt)', 'FOO UG HAFTUNGSBESCHRAENKT'],
      ['Foo Ges.m.b.H.', 'FOO Gesellschaft mit beschränkter Haftung'],
      ['Foo Gesellschaft m.b.H.', 'Foo GmbH'],
      ['IBM Deutschland', 'I.B.M. Deutschland GmbH'],
      ['Micro\u00adsoft Ireland', 'Microsoft Ireland Ltd'],
      ['Đuro Đaković d.d.', 'DURO DAKOVIC DD'],
      ['Þórður ehf.', 'Thordur ehf.'],
      ['Христо Ботев ЕООД', 'Hristo Botev EOOD'],
      ['Товарна Україна ТОВ', 'Tovarna Ukraina'],
      ['ТОВ "Нова Пошта"', 'ТОВАРИСТВО З ОБМЕЖЕНОЮ ВІДПОВІДАЛЬНІСТЮ "НОВА ПОШТА"'],
      ['Nova Poshta', 'ТОВ "НОВА ПОШТА"'],
      ['Ferrari', 'Ferrari S.p.A.'],
      ['Vilniaus prekyba', 'UAB Vilniaus prekyba'],
      ['Smith and Sons (Holdings) Limited', 'SMITH & SONS (HOLDINGS) LTD'],
      ['Ｍüller ＧｍｂＨ', 'Müller GmbH'],
      ['Ivanov i Sinove OOD', 'ИВАНОВ И СИНОВЕ ООД'],
      ['Ivanov & Sinove', 'Ivanov i sinove OOD'],
    ]),
  )('%s is exactly %s', (asked, registered) => {
    expect(comparedTo(asked, registered)).toEqual({ match: 'exact', score: 100 })
  })

  it.each(
    bothWays([
      ['Müller GmbH', 'Müller GmbH & Co. KG'],
      ['Müller GmbH', 'Müller AG'],
      ['Drukarnia Łódź Sp. z o.o.', 'DRUKARNIA ŁÓDŹ Sp. z o.o. Sp. k.'],
      ['Roma SpA', 'AS Roma SpA'],
      ['Roma', 'AS Roma'],
      ['山田株式会社', '山田有限会社'],
      ['北京电子有限公司', '北京电子股份有限公司'],
      ['ЗАО Ромашка', 'ООО "Ромашка"'],
      ['Alfa Beta Vassilopoulos', 'ΑΛΦΑ ΒΗΤΑ ΒΑΣΙΛΟΠΟΥΛΟΣ Α.Ε.'],
      ['Microsft Danmark', 'Microsoft Danmark ApS'],
      ['Ireland Google Ltd', 'GOOGLE IRELAND LIMITED'],
      ['Jan Kowalski', 'KOWALSKI JAN'],
      ['Tallink', 'AS Tallink'],
      ['The Co-operative Bank', 'Cooperative Bank'],
      ['Les Tilleuls', 'SCI Les Tilleuls'],
      ['Summit Papers', 'SUMMIT PAPER LTD'],
      ['J. Kowalski', 'Jan Kowalski'],
      ['John A. Smith', 'JOHN SMITH'],
      ['Michael Nowak', 'Michał Nowak'],
      ['Marks Spencer', 'Marks & Spencer'],
      ['Tech. Univ. München', 'Technische Universität München'],
      ['Jan Kowalski T/A Kowalski Bau', 'JAN KOWALSKI'],
      ['Kowalski Bau', 'Jan Kowalski trading as Kowalski Bau'],
      ['Bakkerij Jansen', 'De Vries V.O.F. h.o.d.n. Bakkerij Jansen'],
      ['Deutsche Bank AG', 'Deutsche Bank AG (Filiale Wien)'],
      ['Google Ireland Limited', 'Google Ireland Limited, Zweigniederlassung Berlin'],
      ['Boeing', 'The Boeing Company'],
      ['The Boeing Company', 'Boeing Co.'],
      ['Metallbau Müller GmbH', 'Müller GmbH Metallbau'],
      ['Schmidt GmbH', 'Schmidt GmbH in Liquidation'],
      ['Dr. Hans Maier', 'Hans Maier'],
      ['Hans Maier', 'Dr. Hans Maier'],
      ['Maier, Hans', 'HANS MAIER'],
      ['Müller e.K.', 'Müller GmbH'],
      ['Volkswgen AG', 'Volkswagen AG'],
      ['Vokswagen', 'Volkswagen AG'],
      ['Nova Poshta', 'ТОВ "НОВА ПОЧТА"'],
      ['Smith Marketing', 'Smith Marketin Ltd'],
      ['Day Spa', 'Day'],
      ['Ferrari', 'FERRARI SPA'],
      ['Volvo', 'AB Volvo'],
      ['Peter Müller', 'Müller, Peter'],
      ['TotalEnergies', 'Total Energies SE'],
    ]),
  )('%s is close to %s', (asked, registered) => {
    const { match, score } = matchName(asked, registered)
    expect(match).toBe('close')
    expect(score).toBeGreaterThanOrEqual(80)
    expect(score).toBeLessThan(100)
  })

  it.each(
    bothWays([
      ['トヨタ自動車', 'トヨタ車体株式会社'],
      ['ガス販売株式会社', 'カス販売株式会社'],
      ['バスセンター', 'ハスセンター'],
      ['上海第一机械有限公司', '上海第二机械有限公司'],
      ['삼성전자', '삼성전기 주식회사'],
      ['IP Holdings', 'Holdings'],
      ['SC Johnson', 'Johnson'],
      ['ET Solar', 'Solar'],
      ['Nova A Trade', 'Nova B Trade'],
      ['Bank of China', 'Bank of Chile'],
      ['Meier', 'Meyer'],
      ['Delta 1', 'Delta One'],
      ['J. Kowalski', 'Adam Kowalski'],
      ['Jan Kowalski', 'Jan Kowalczyk'],
      ['Peter Hansen', 'Peter Jansen'],
      ['Anna Nowak', 'Anna Nowakowska'],
      ['Adam Nowak T/A Kowalski Bau', 'Jan Kowalski T/A Kowalski Bau'],
      ['Deutsche Bank AG Filiale Graz', 'Deutsche Bank AG Filiale Wien'],
      ['Olive', 'Olive Branch'],
      ['Siemens', 'Siemens (China) Co., Ltd.'],
      ['Siemens AG', 'Siemens Energy AG'],
      ['Siemens AG', 'Siemens Holding GmbH'],
      ['Deutsche Telekom AG', 'Deutsche Telekom Holding B.V.'],
      ['Northern Foods Ltd', 'Northern Foods Holdings Ltd'],
      ['Volkswagen AG', 'Volkswagen Financial Services AG'],
      ['Nordea Bank', 'Nordea Finance'],
      ['Bosch', 'Robert Bosch GmbH'],
      ['Amazon EU SARL', 'Amazon UK Services Ltd'],
      ['Amazon EU', 'Amazon UK'],
      ['BP Oil', 'BP Oil UK Limited'],
      ['Fund I GmbH', 'Fund II GmbH'],
      ['Fund I GmbH', 'Fund GmbH'],
      ['Fund I Berlin GmbH', 'Fund A Berlin GmbH'],
      ['Vitamin A AG', 'Vitamin E AG'],
      ['Vitamin E AG', 'Vitamin AG'],
      ['Studio 54 SL', 'Studio 55 SL'],
      ['3M', '4M'],
      ['Werk 1 GmbH', 'Werk 2 GmbH'],
      ['Nike', 'Mike'],
      ['Cat', 'Car'],
      ['AB', 'BA'],
      ['A', 'B'],
      ['HP Inc', 'HPE Inc'],
      ['Blue AG', 'Blu AG'],
      ['Northern Foods Ltd', 'Southern Foods Ltd'],
      ['Bank Austria', 'Bank Australia'],
      ['Slovakia Trade', 'Slovenia Trade'],
      ['Eastern Import', 'Eastern Export'],
      ['Austria Telekom', 'Australia Telekom'],
      ['Iran Air', 'Iraq Air'],
      ['GmbH', 'Bosch GmbH'],
      ['Per Hansen', 'Hansen'],
      ['Se Young', 'Young Ltd'],
      ['Société Générale', 'Générale SA'],
      ['Petrom SA', 'OMV PETROM SA'],
      ['טבע תעשיות', 'כימיקלים לישראל בע"מ'],
      ['บริษัท กขา', 'บริษัท กขี'],
      ['राम ट्रेडर्स', 'रमा ट्रेडर्स'],
      ['BMW', 'Bayerische Motoren Werke AG'],
      ['Inter Cars', 'International Cars'],
      ['Mara GmbH', 'Maro GmbH'],
      ['Basel AG', 'Babel AG'],
      ['Volkswagen AG', 'Volkswagen Bank GmbH'],
      ['Google Ireland', 'Google Ireland Holdings'],
      ['Meta Platforms Ireland', 'Meta Platforms'],
      ['Amazon', 'FERRARI S.P.A.'],
      ['Completely Other', 'X'],
      ['Green Energy 2000', 'Green Energy 2001'],
      ['Alpha Beta', 'Alpha Gamma'],
      ['Deutsche Bahn', 'Deutsche Bank'],
      ['Tesco', 'Tosca'],
      ['Smith J', 'Smith K'],
      ['Smith J', 'Smith'],
      ['National Bank of Egypt', 'National Bank'],
      ['Republic Bank', 'Republic Banking Group'],
      ['American Express', 'American Expo'],
      ['Santander Consumer', 'Santander Consumer Finance'],
      ['Aviva Investors', 'Aviva'],
      ['Renault Trucks', 'Renault'],
      ['Holding Müller', 'Müller'],
      ['Plan AE Bau', 'Plan & Bau'],
      ['Smith & Sons Ltd', 'SMITH & SONS (HOLDINGS) LTD'],
      ['O2', '02'],
      ['Peter Paul', 'Peter'],
      ['First Bank', 'First National Bank'],
      ['Total', 'Total Energies'],
    ]),
  )('%s is not %s', (asked, registered) => {
    const { match, score } = matchName(asked, registered)
    expect(match).toBe('different')
    expect(score).toBeGreaterThanOrEqual(0)
    expect(score).toBeLessThan(80)
  })

  it.each([
    ['Ferrari', null],
    ['Ferrari', ''],
    ['Ferrari', '---'],
    ['Ferrari', '有限公司 台灣'],
    ['Toyota', 'トヨタ自動車株式会社'],
    ['台灣', 'Taiwan Ltd'],
    ['Aramco', 'أرامكو السعودية'],
  ])('%s cannot be compared with %s', (asked, registered) => {
    expect(comparedTo(asked, registered)).toEqual({ match: 'not_disclosed', score: null })
  })

  it.each([
    // Close starts at 80: other words keep a name at 79 or below.
    ['Alexander Li', 'A. Li', 80],
    ['Northern Foods', 'Northern Foods Q', 79],
    // Another form, or another order.
    ['Müller AG', 'Müller GmbH', 95],
    ['Ireland Google', 'Google Ireland', 99],
    // One other letter takes six letters; one letter more or less takes five.
    ['abcdef', 'abcdex', 83],
    ['abcde', 'abcdx', 0],
    ['abcdef', 'abcde', 83],
    ['abcde', 'abcd', 0],
    // Two slips in one word take twelve letters.
    ['abcdefghijkl', 'abcdefghijxy', 83],
    ['abcdefghijk', 'abcdefghixy', 0],
    ['abcdefghijklmn', 'abcdefghijkl', 86],
    ['abcdefghijklm', 'abcdefghijk', 0],
    // Two slips in all.
    ['abcdefx hijklmx opqrst', 'abcdefg hijklmn opqrst', 90],
    ['abcdefx hijklmx opqrsx', 'abcdefg hijklmn opqrst', 60],
    // An abbreviation has three letters, the word behind an initial three.
    ['Tec. Bau', 'Technik Bau', 94],
    ['Te. Bau', 'Technik Bau', 40],
    ['J Bau', 'Jan Bau', 84],
    ['J Bau', 'Ja Bau', 67],
    // A middle initial needs two equal words beside it.
    ['John A Smith', 'John Smith', 95],
    ['John A', 'John', 79],
    ['John A Williams', 'John Wiliams', 79],
    // An initial needs one.
    ['J Kowalski', 'Jan Kowalsky', 70],
    // Slips are counted in words of up to 50 letters.
    [`a${'b'.repeat(49)}`, `a${'b'.repeat(48)}c`, 98],
    [`a${'b'.repeat(50)}`, `a${'b'.repeat(49)}c`, 0],
  ])('%s and %s match by %i percent', (one, other, percent) => {
    const match = percent >= 80 ? 'close' : 'different'
    expect(comparedTo(one, other)).toEqual({ match, score: percent })
    expect(comparedTo(other, one)).toEqual({ match, score: percent })
  })

  it('compares at most 50 different other names', () => {
    const others = Array.from({ length: 49 }, (_, index) => `Shop ${index}`)
    const repeated = [...others, ...others, 'Corner Cafe']
    expect(matchNames('Corner Cafe', 'Jane Doe', repeated).match).toBe('close')
    expect(matchNames('Corner Cafe', 'Jane Doe', ['Another shop', ...repeated]).match).toBe('different')
  })

  it('matches a trading name from 80 percent, unless the registered name does', () => {
    expect(matchNames('A. Li', 'Jane Doe', ['Alexander Li'])).toMatchObject({ match: 'close', score: 80 })
    expect(matchNames('Northern Foods Q', 'Jane Doe', ['Northern Foods']).match).toBe('different')
    expect(matchNames('A. Li', 'Alexander Li', ['A. Li'])).toMatchObject({ match: 'close', score: 80 })
  })

  it('that is a trading name is close, never exact', () => {
    const others = ['Bakery on the Corner', 'Corner Café']
    expect(matchNames('Corner Cafe', 'Jane Doe', others)).toMatchObject({ match: 'close', score: 95 })
    expect(matchNames('Jane Doe', 'Jane Doe', others)).toMatchObject({ match: 'exact', score: 100 })
    expect(matchNames('Corner Shop', 'Jane Doe', others).match).toBe('different')
    expect(matchNames('Corner Cafe', null, others).match).toBe('close')
    expect(matchNames('Corner Shop', null, others).match).toBe('not_disclosed')
  })

  it('over 500 characters is never exact', () => {
    expect(matchName('x'.repeat(600), `${'x'.repeat(599)}y`).match).not.toBe('exact')
  })

  it.each([
    ['a b ', 'xy '],
    ['abcdefg ', 'abcdxyz '],
    ['\ufdfd', '\ufdfa '],
    ['x t/a ', 'y t/a '],
    ['a\u0300', 'b\u0300'],
  ])('of 10,000 characters (%j, %j) is compared by its first 500', (one, other) => {
    const [asked, registered] = [one, other].map((part) => part.repeat(10_000).slice(0, 500))
    const match = matchName(asked ?? '', registered ?? '')
    expect(matchName(one.repeat(10_000), other.repeat(10_000))).toEqual(match)
    expect(matchName(`${asked}${'q '.repeat(5_000)}`, `${registered}${'z '.repeat(5_000)}`)).toEqual(match)
  })

  it.each([
    '\ud800',
    'a\u0000b',
    '\u202eGmbH',
    '\u0300',
    '.',
    'a.',
    '((((',
    '&',
    'and',
    'S.A. de C.V.',
    'constructor',
    '__proto__ toString',
  ])('of hostile characters (%j) gets an answer', (name) => {
    for (const [asked, registered] of bothWays([[name, 'Ferrari S.p.A.']]))
      expect(['different', 'not_disclosed']).toContain(matchName(asked, registered).match)
  })
})
