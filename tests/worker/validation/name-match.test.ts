import { describe, expect, it } from 'vitest'
import { matchName, matchNames } from '#worker/validation/name-match.ts'

const bothWays = (pairs: readonly (readonly [string, string])[]) =>
  pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const])

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
    expect(matchName(asked, registered)).toEqual({ match: 'exact', percent: 100 })
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
      ['Sofia Med AD', 'СОФИЯ МЕД АД'],
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
      ['Khristo Botev', 'ХРИСТО БОТЕВ ЕООД'],
      ['Nova Poshta', 'ТОВ "НОВА ПОЧТА"'],
      ['Smith Marketing', 'Smith Marketin Ltd'],
      ['Day Spa', 'Day'],
      ['Ferrari', 'FERRARI SPA'],
      ['Volvo', 'AB Volvo'],
      ['Peter Müller', 'Müller, Peter'],
      ['TotalEnergies', 'Total Energies SE'],
    ]),
  )('%s is close to %s', (asked, registered) => {
    const { match, percent } = matchName(asked, registered)
    expect(match).toBe('close')
    expect(percent).toBeGreaterThanOrEqual(80)
    expect(percent).toBeLessThan(100)
  })

  it.each(
    bothWays([
      ['トヨタ自動車', 'トヨタ車体株式会社'],
      ['ガス販売株式会社', 'カス販売株式会社'],
      ['バスセンター', 'ハスセンター'],
      ['上海第一机械有限公司', '上海第二机械有限公司'],
      ['삼성전자', '삼성전기 주식회사'],
      ['Lukoyl Bulgaria', 'ЛУКОЙЛ БЪЛГАРИЯ ЕООД'],
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
    const { match, percent } = matchName(asked, registered)
    expect(match).toBe('different')
    expect(percent).toBeGreaterThanOrEqual(0)
    expect(percent).toBeLessThan(80)
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
    expect(matchName(asked, registered)).toEqual({ match: 'not disclosed', percent: null })
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
    // Transliterations.
    ['Khristo', 'Христо', 95],
  ])('%s and %s match by %i percent', (one, other, percent) => {
    const match = percent >= 80 ? 'close' : 'different'
    expect(matchName(one, other)).toEqual({ match, percent })
    expect(matchName(other, one)).toEqual({ match, percent })
  })

  it('compares at most 50 different other names', () => {
    const others = Array.from({ length: 49 }, (_, index) => `Shop ${index}`)
    const repeated = [...others, ...others, 'Corner Cafe']
    expect(matchNames('Corner Cafe', 'Jane Doe', repeated).match).toBe('close')
    expect(matchNames('Corner Cafe', 'Jane Doe', ['Another shop', ...repeated]).match).toBe('different')
  })

  it('matches a trading name from 80 percent, unless the registered name does', () => {
    expect(matchNames('A. Li', 'Jane Doe', ['Alexander Li'])).toEqual({ match: 'close', percent: 80 })
    expect(matchNames('Northern Foods Q', 'Jane Doe', ['Northern Foods']).match).toBe('different')
    expect(matchNames('A. Li', 'Alexander Li', ['A. Li'])).toEqual({ match: 'close', percent: 80 })
  })

  it('that is a trading name is close, never exact', () => {
    const others = ['Bakery on the Corner', 'Corner Café']
    expect(matchNames('Corner Cafe', 'Jane Doe', others)).toEqual({ match: 'close', percent: 95 })
    expect(matchNames('Jane Doe', 'Jane Doe', others)).toEqual({ match: 'exact', percent: 100 })
    expect(matchNames('Corner Shop', 'Jane Doe', others).match).toBe('different')
    expect(matchNames('Corner Cafe', null, others).match).toBe('close')
    expect(matchNames('Corner Shop', null, others).match).toBe('not disclosed')
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
      expect(['different', 'not disclosed']).toContain(matchName(asked, registered).match)
  })
})
