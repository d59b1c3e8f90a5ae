import { expectDigit } from '../checks/digits.ts'
import { jmbg, jmbgFacts } from '../checks/jmbg.ts'
import { mod11x10 } from '../checks/modulo.ts'
import { countryWithOneType } from '../country-rule.ts'

export const rs = countryWithOneType(
  { code: 'RS', name: 'Serbia', adjective: 'Serbian', labels: ['ПИБ', 'JMBG'] },
  {
    id: 'RS.PIB',
    name: 'Tax identification number',
    localName: 'Poreski identifikacioni broj',
    kinds: ['tin', 'vat'],
    check: 'checksum',
    lostZeros: 1,
    prefixes: ['RS'],
    sets: { f: '123456789' },
    forms: [
      { pattern: 'fdddddddd', mask: '#########' },
      { pattern: 'ddddddddddddd', mask: '#############' },
    ],
    // Rulebook on the PIB (Sl. glasnik RS 57/2003); ISO/IEC 7064 MOD 11,10; persons use the JMBG.
    verify: (n) => (n.length === 13 ? jmbg(n) : expectDigit(n, 8, mod11x10(n, 0, 8))),
    facts: (n) => (n.length === 13 ? jmbgFacts(n) : undefined),
  },
)
