import { digit, expectDigit, expectText } from '../checks/digits.ts'
import type { CountryRule, Fault } from '../country-rule.ts'

/** Each digit is shifted by its position, then doubled once per following position, modulo 9 with 9 for 0. */
function vkn(n: string): Fault | undefined {
  let sum = 0
  for (let i = 0; i < 9; i++) {
    const moved = (digit(n, i) + 9 - i) % 10
    if (moved !== 0) sum += (moved * 2 ** (9 - i)) % 9 || 9
  }
  return expectDigit(n, 9, (10 - (sum % 10)) % 10)
}

/** Gelir İdaresi Başkanlığı, e-Arşiv invoices. */
const finalConsumer = '11111111111'

function tckn(n: string): Fault | undefined {
  if (n === finalConsumer) return undefined
  let [odd, even] = [0, 0]
  for (let i = 0; i < 9; i += 2) odd += digit(n, i)
  for (let i = 1; i < 8; i += 2) even += digit(n, i)
  const one = (odd * 7 + even * 9) % 10
  return expectText(n, 9, `${one}${(odd + even + one) % 10}`)
}

export const tr: CountryRule = {
  code: 'TR',
  name: 'Türkiye',
  adjective: 'Turkish',
  labels: ['Vergi No', 'Vergi Kimlik No', 'Vergi Dairesi/No', 'TC', 'Vergi Numarası'],
  rules: () => [
    {
      id: 'TR.VKN',
      name: 'Tax identification number',
      localName: 'Vergi kimlik numarası',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      forms: [{ pattern: 'dddddddddd' }],
      // Gelir İdaresi Başkanlığı, check of the vergi kimlik numarası.
      verify: vkn,
      changes: [
        {
          date: '2006-07-01',
          text: 'For Turkish citizens, the T.C. Kimlik number replaces the VKN.',
        },
      ],
    },
    {
      id: 'TR.TCKN',
      label: 'T.C. Kimlik No.',
      name: 'Identity number',
      localName: 'Türkiye Cumhuriyeti kimlik numarası',
      noun: 'identity number',
      // Gelir İdaresi Başkanlığı: on invoices of sole traders, in place of the VKN.
      kinds: ['person', 'tin', 'vat'],
      check: 'checksum',
      sets: { f: '123456789' },
      forms: [{ pattern: 'fdddddddddd' }],
      // Nüfus ve Vatandaşlık İşleri; those of foreigners begin with 99.
      verify: tckn,
      warn: (n) =>
        n === finalConsumer
          ? {
              code: 'GENERIC_NUMBER',
              message: "This is the number for sales to final consumers, not a person's number.",
            }
          : undefined,
      facts: (n) => (n.startsWith('99') ? { kind: 'foreigner' } : undefined),
    },
  ],
}
