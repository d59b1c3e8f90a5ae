import { expectText, isZeros } from '../checks/digits.ts'
import { risingSum } from '../checks/weighted-sum.ts'
import { allZeros, countryWithOneType, type Fault } from '../country-rule.ts'

// SII: weights 2 to 7 from the right, modulo 11; K is 10.
function rut(n: string): Fault | undefined {
  const at = n.length - 1
  if (isZeros(n, 0, at)) return allZeros
  return expectText(n, at, '0123456789K'.charAt((11 - (risingSum(n, 0, at, 7) % 11)) % 11))
}

export const cl = countryWithOneType(
  { code: 'CL', name: 'Chile', adjective: 'Chilean' },
  {
    id: 'CL.RUT',
    label: 'RUT / RUN',
    name: 'Tax or identity number',
    localName: 'Rol Único Tributario / Rol Único Nacional',
    noun: 'RUT',
    kinds: ['tin', 'vat'],
    check: 'checksum',
    prefixes: ['CL'],
    sets: { c: '0123456789K' },
    forms: [
      { pattern: '0dddddddc', mask: '#.###.###-#', canonical: (text) => text.slice(1) },
      { pattern: 'ddddddddc', mask: '##.###.###-#' },
      { pattern: 'dddddddc', mask: '#.###.###-#' },
    ],
    verify: rut,
    // SII, electronic invoices and receipts.
    warn: (n) => {
      if (n !== '555555555' && n !== '666666666') return undefined
      const message =
        n === '555555555'
          ? "This is the RUT for foreign buyers who don't have one, not a taxpayer's number."
          : "This is the RUT for sales to the general public, not a taxpayer's number."
      return { code: 'GENERIC_NUMBER', message }
    },
  },
)
