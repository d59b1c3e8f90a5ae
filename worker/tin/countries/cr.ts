import { digit, isZeros, number } from '../checks/digits.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const provinces = [
  'San José',
  'Alajuela',
  'Cartago',
  'Heredia',
  'Guanacaste',
  'Puntarenas',
  'Limón',
  'naturalised',
]
const legalForms: Readonly<Record<string, string>> = {
  3002: 'association',
  3004: 'cooperative',
  3006: 'foundation',
  3014: 'municipality',
  3101: 'corporation (S.A.)',
  3102: 'limited liability company (S.R.L.)',
  3120: 'foreigner with a NITE',
  3130: 'entity with a NITE',
}

const wrongType = invalidPart(
  "Digits 2 to 4 aren't a type of legal entity within the class of the first digit.",
)

/** OECD, TIN sheet of Costa Rica: NITE, 3-120 for persons and 3-130 for entities. */
const isSpecial = (n: string) => n.startsWith('3120') || n.startsWith('3130')

function hasType(n: string): boolean {
  const type = number(n, 1, 4)
  if (n.startsWith('2')) return type > 0 && type < 500 && type % 100 === 0
  if (n.startsWith('3')) return (type > 1 && type < 15) || (type > 100 && type < 111) || isSpecial(n)
  return type === (n.startsWith('4') ? 0 : 1)
}

// Registro Nacional, "Listado de Clases y Tipos de Cédulas Jurídicas".
function legal(n: string): Fault | undefined {
  if (!hasType(n)) return wrongType
  return isZeros(n, 4, 10) ? allZeros : undefined
}

/** Hyphens show where zeros are missing: `1-613-584` is 1-0613-0584, and `3-101-12559` is 3-101-012559. */
function read(_: string, typed: string): string | undefined {
  const [, type, number] = /^([2-5]-\d{3})-(\d{5})$/.exec(typed) ?? []
  if (type) return `${type}-0${number}`
  const [, province, ...parts] = /^(?!3-10[12]-)0?([1-9])-(\d{1,4})-(\d{1,4})$/.exec(typed) ?? []
  return province && [province, ...parts.map((part) => part.padStart(4, '0'))].join('-')
}

export const cr: CountryRule = {
  code: 'CR',
  name: 'Costa Rica',
  adjective: 'Costa Rican',
  labels: ['Céd. Jur.'],
  read,
  rules: () => [
    {
      id: 'CR.CPJ',
      label: 'Cédula jurídica',
      name: 'Legal entity identity number',
      localName: 'Cédula de persona jurídica',
      noun: 'cédula jurídica',
      holder: 'company',
      kinds: ['tin', 'business'],
      check: 'structure',
      sets: { k: '2345' },
      forms: [{ pattern: 'kddddddddd', mask: '#-###-######' }],
      verify: legal,
      facts: (n) => {
        const legalForm = legalForms[n.slice(0, 4)]
        return legalForm === undefined ? undefined : { legalForm }
      },
    },
    {
      id: 'CR.CPF',
      label: 'Cédula / DIMEX',
      name: "Identity card or foreigner's card number",
      localName: 'Cédula de identidad / DIMEX',
      noun: 'cédula',
      kinds: ['person', 'tin'],
      check: 'structure',
      sets: { f: '123456789' },
      forms: [
        { pattern: 'fdddddddd', mask: '#-####-####' },
        { pattern: '0fdddddddd', mask: '#-####-####', canonical: (text) => text.slice(1) },
        { pattern: '1ddddddddddd' },
        { pattern: '1dddddddddd' },
      ],
      // Ministerio de Hacienda, "Ayuda cédulas": province, volume and entry; DIMEX begin with 1.
      verify: (n) => (isZeros(n, 1, n.length) ? allZeros : undefined),
      facts: (n) => {
        if (n.length > 9) return { kind: 'foreigner' }
        const province = provinces[digit(n, 0) - 1]
        return province === undefined ? undefined : { province }
      },
    },
    {
      id: 'CR.NITE',
      name: 'Special tax identification number',
      localName: 'Número de Identificación Tributaria Especial',
      // Its digits could also be a cédula jurídica's with a mistake.
      onRequest: true,
      basis: 'secondary',
      sets: { f: '123456789' },
      // Clients of Hacienda's electronic invoices: ten digits without a zero in front.
      forms: [{ pattern: 'fddddddddd' }],
    },
  ],
}
