import { expectDigit } from '../checks/digits.ts'
import { luhnDigit } from '../checks/luhn.ts'
import type { CountryRule, Fault } from '../country-rule.ts'

// OECD's AEOI page of Israel; ISO/IEC 7812-1.
const luhn = (n: string): Fault | undefined => expectDigit(n, 8, luhnDigit(n, 0, 8))

export const il: CountryRule = {
  code: 'IL',
  name: 'Israel',
  adjective: 'Israeli',
  labels: ['מס׳ עוסק', "מס' עוסק", 'ע.מ.', 'ע״מ', 'ע"מ', 'עוסק מורשה', 'עוסק פטור'],
  rules: () => [
    {
      id: 'IL.HP',
      label: 'ח.פ.',
      name: 'Company number',
      localName: 'מספר חברה',
      names: ['ח״פ', 'ח"פ', 'ח.צ.', 'ע.ר.', 'חברה'],
      noun: 'company number',
      holder: 'company',
      kinds: ['business', 'tin', 'vat'],
      check: 'checksum',
      forms: [{ pattern: '5dddddddd' }],
      verify: luhn,
    },
    {
      id: 'IL.ID',
      label: 'ת.ז.',
      name: 'Identity number',
      localName: 'מספר זהות',
      names: ['ת״ז', 'ת"ז', 'תעודת זהות'],
      noun: 'identity number',
      // Israel Tax Authority: the VAT number (osek murshe) of a sole trader.
      kinds: ['person', 'tin', 'vat'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddd' }, { pattern: 'yddddddd', zeros: 1 }, { pattern: 'ydddddd', zeros: 2 }],
      verify: luhn,
    },
  ],
}
