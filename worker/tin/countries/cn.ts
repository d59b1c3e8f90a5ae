import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectText, number } from '../checks/digits.ts'
import { type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

// GB/T 2260, first two digits.
const provinces: Readonly<Record<string, string>> = {
  11: 'Beijing',
  12: 'Tianjin',
  13: 'Hebei',
  14: 'Shanxi',
  15: 'Inner Mongolia',
  21: 'Liaoning',
  22: 'Jilin',
  23: 'Heilongjiang',
  31: 'Shanghai',
  32: 'Jiangsu',
  33: 'Zhejiang',
  34: 'Anhui',
  35: 'Fujian',
  36: 'Jiangxi',
  37: 'Shandong',
  41: 'Henan',
  42: 'Hubei',
  43: 'Hunan',
  44: 'Guangdong',
  45: 'Guangxi',
  46: 'Hainan',
  50: 'Chongqing',
  51: 'Sichuan',
  52: 'Guizhou',
  53: 'Yunnan',
  54: 'Tibet',
  61: 'Shaanxi',
  62: 'Gansu',
  63: 'Qinghai',
  64: 'Ningxia',
  65: 'Xinjiang',
  71: 'Taiwan',
  81: 'Hong Kong',
  82: 'Macao',
  83: 'Taiwan',
}

// GB 32100-2015, appendix A: the registering authority and the type of entity.
const kinds: Readonly<Record<string, string>> = {
  11: 'public authority',
  12: 'public institution',
  13: 'mass organization',
  31: 'law firm',
  51: 'social organization',
  52: 'private non-enterprise unit',
  53: 'foundation',
  81: 'trade union',
  91: 'enterprise',
  92: 'individual business',
  93: "farmers' cooperative",
  N1: 'rural collective',
  N2: 'rural collective',
  N3: 'rural collective',
}

const wrongProvince = invalidPart("The first two digits aren't the code of a Chinese province.")
const noRegion = invalidPart(
  "Characters 3 and 4 aren't the code of a Chinese province, nor 10 for the center.",
)
const wrongYear = invalidPart('Characters 2 to 5 are the year of registration, since 1949.')
const wrongDate = invalidPart("Digits 7 to 14 aren't a valid date of birth (year, month, day).")

/** GB 32100-2015; the weights are the powers of 3 modulo 31. */
function creditCheck(n: string): string {
  let sum = 0
  let weight = 1
  for (let i = 0; i < 17; i++) {
    sum += alphabet.indexOf(n.charAt(i)) * weight
    weight = (weight * 3) % 31
  }
  return alphabet.charAt((31 - (sum % 31)) % 31)
}

/** ISO/IEC 7064 MOD 11-2. */
function identityCheck(n: string): string {
  let rest = 0
  for (let i = 0; i < 17; i++) rest = ((rest + digit(n, i)) * 2) % 11
  return '0123456789X'.charAt((12 - rest) % 11)
}

/** Foreign permanent residents: a 9, two digits of the province, three of the country of origin. */
const isForeigner = (n: string) => n.startsWith('9')
const provinceOf = (n: string) => provinces[isForeigner(n) ? n.slice(1, 3) : n.slice(0, 2)]

// GB 11643-1999.
function identity(n: string): Fault | undefined {
  if (provinceOf(n) === undefined) return wrongProvince
  const year = number(n, 6, 10)
  if (year < 1800 || year > 2099 || !isDate(year, number(n, 10, 12), number(n, 12, 14))) return wrongDate
  return expectText(n, 17, identityCheck(n))
}

export const cn: CountryRule = {
  code: 'CN',
  name: 'China',
  adjective: 'Chinese',
  labels: ['营业执照号', '税号', '信用代码', '身份证号', '纳税人识别号', '身份证号码'],
  rules: () => [
    {
      id: 'CN.USCC',
      label: '统一社会信用代码',
      name: 'Unified Social Credit Code',
      localName: '统一社会信用代码',
      noun: 'USCC',
      holder: 'company',
      kinds: ['business', 'tin', 'vat'],
      check: 'checksum',
      sets: { c: alphabet, r: '123456789ANY' },
      // GB 32100-2015, table 1: the registering authorities.
      forms: [{ pattern: 'rcddddddcccccccccc' }],
      verify: (n) => {
        const region = n.slice(2, 4)
        return region === '10' || provinces[region] !== undefined
          ? expectText(n, 17, creditCheck(n))
          : noRegion
      },
      facts: (n) => {
        const kind = kinds[n.slice(0, 2)]
        const province = provinces[n.slice(2, 4)]
        if (kind === undefined && province === undefined) return undefined
        return { ...(kind !== undefined && { kind }), ...(province !== undefined && { province }) }
      },
      changes: [
        { date: '2015-10-01', text: 'The code replaced the registration, organization and tax numbers.' },
        {
          date: '2018-01-01',
          text: 'Business licenses of companies with the old number of 15 digits are no longer valid.',
        },
      ],
    },
    {
      id: 'CN.RIC',
      label: '公民身份号码',
      name: 'Resident identity card number',
      localName: '公民身份号码',
      noun: 'resident ID',
      kinds: ['person', 'tin'],
      check: 'checksum',
      sets: { k: '0123456789X' },
      forms: [{ pattern: 'dddddddddddddddddk' }],
      verify: identity,
      facts: (n) => {
        const province = provinceOf(n)
        return {
          birthDate: isoDate(n.slice(6, 10), number(n, 10, 12), number(n, 12, 14)),
          sex: digit(n, 16) % 2 === 1 ? 'male' : 'female',
          ...(province !== undefined && { province }),
          ...(isForeigner(n) && { kind: 'foreign permanent resident' }),
        }
      },
      changes: [
        { date: '2013-01-01', text: 'Identity cards with the old 15-digit number became invalid.' },
        {
          date: '2023-12-01',
          text: 'New cards of foreign permanent residents have a number of 18 digits that begins with 9.',
        },
      ],
    },
    {
      id: 'CN.TIN',
      label: '自然人纳税人识别号',
      name: 'Tax number of people without a resident identity card',
      localName: '自然人纳税人识别号',
      noun: 'personal tax number',
      holder: 'person',
      check: 'structure',
      basis: 'secondary',
      sets: { h: 'CHLMTW' },
      // State Taxation Administration, Shuizongfa 2018 no. 172, as others repeat it: a letter, the year of registration, the
      // country, a serial number and a check character whose rule isn't known. Members of the military have J and 14 digits.
      forms: [{ pattern: 'hddddddddddddddddx' }, { pattern: 'Jdddddddddddddd' }],
      verify: (n) => (n.startsWith('J') || number(n, 1, 5) > 1948 ? undefined : wrongYear),
      facts: (n) => (n.startsWith('J') ? undefined : { registrationYear: n.slice(1, 5) }),
    },
  ],
}
