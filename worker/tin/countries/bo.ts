import {
  type CountryRule,
  type Fault,
  type Form,
  formsOfLengths,
  invalidPart,
  neverIssued,
} from '../country-rule.ts'

const departments: Readonly<Record<string, string>> = {
  LP: 'La Paz',
  OR: 'Oruro',
  PT: 'Potosí',
  CB: 'Cochabamba',
  CH: 'Chuquisaca',
  TJ: 'Tarija',
  SC: 'Santa Cruz',
  BE: 'Beni',
  PD: 'Pando',
}

const wrongDepartment = invalidPart(
  "The two letters aren't a department code: LP, OR, PT, CB, CH, TJ, SC, BE or PD.",
)

/** Optional suffixes: complement, department, both, or an extension of the department. */
const tails: readonly (readonly [string, string])[] = [
  ['', ''],
  ['aa', '-##'],
  ['da', '-##'],
  ['daaa', '-##-##'],
  ['aax', '-##-#'],
  ['aaxx', '-##-##'],
]

const forms: readonly Form[] = [5, 6, 7, 8].flatMap((length) =>
  tails.map(([tail, mask]) => ({ pattern: 'd'.repeat(length) + tail, mask: '#'.repeat(length) + mask })),
)

const specialCode = /^9900[123]$/
const noCard = neverIssued('This is a special code of the tax office for invoices, not an identity card.')

const letters = (n: string) => n.replace(/^\d+/, '')

/** The department that issued the card. After a complement, a digit and a letter, it begins one letter later. */
function departmentOf(n: string): string | undefined {
  const tail = letters(n)
  const digits = n.length - tail.length
  const complemented = tail.length === 3 && digits > 5 ? departments[tail.slice(1)] : undefined
  return complemented ?? (digits < 9 ? departments[tail.slice(0, 2)] : undefined)
}

function ci(n: string): Fault | undefined {
  if (specialCode.test(n)) return noCard
  return letters(n).length < 2 || departmentOf(n) !== undefined ? undefined : wrongDepartment
}

export const bo: CountryRule = {
  code: 'BO',
  name: 'Bolivia',
  adjective: 'Bolivian',
  rules: () => [
    {
      id: 'BO.NIT',
      name: 'Tax identification number',
      localName: 'Número de Identificación Tributaria',
      kinds: ['tin', 'vat'],
      basis: 'secondary',
      forms: formsOfLengths('d', 7, 12),
    },
    {
      id: 'BO.CI',
      name: 'Identity card number',
      localName: 'Cédula de Identidad',
      kinds: ['person', 'tin'],
      forms,
      // SEGIP: the complement is a digit and a letter; cards no longer name the department since 2018.
      verify: ci,
      facts: (n) => {
        const region = departmentOf(n)
        return region === undefined ? undefined : { region }
      },
    },
    {
      id: 'BO.CODE',
      label: 'Código especial',
      name: 'Special code for invoices',
      noun: 'special code',
      kinds: ['placeholder'],
      check: 'structure',
      basis: 'secondary',
      sets: { c: '123' },
      forms: [{ pattern: '9900c' }],
      warn: () => ({
        code: 'GENERIC_NUMBER',
        message:
          'This code represents foreign bodies (99001), tax inspections (99002) or small sales of a day (99003), not a taxpayer.',
      }),
    },
  ],
}
