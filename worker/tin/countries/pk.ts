import { digit } from '../checks/digits.ts'
import { type CountryRule, invalidPart } from '../country-rule.ts'

// NADRA; 2 was FATA, which became a part of Khyber Pakhtunkhwa in 2018. Cards of overseas Pakistanis (NICOP) can begin
// with 9, as published numbers with 90403 do.
const provinces =
  'Khyber Pakhtunkhwa|Tribal Areas (FATA)|Punjab|Sindh|Balochistan|Islamabad|Gilgit-Baltistan|Azad Kashmir'

const noProvince = invalidPart(
  'The first digit of a CNIC is the province, 1 to 8, or 9 for overseas Pakistanis.',
)
const noSex = invalidPart('The last digit of a CNIC is odd for men and even for women, but never 0.')
const cnic = { pattern: 'ddddddddddddd', mask: '#####-#######-#' }

function verifyCnic(n: string) {
  if (n.startsWith('0')) return noProvince
  return digit(n, 12) === 0 ? noSex : undefined
}

function cnicFacts(n: string): Record<string, string> {
  const province = provinces.split('|')[digit(n, 0) - 1]
  return { ...(province !== undefined && { province }), sex: digit(n, 12) % 2 === 1 ? 'male' : 'female' }
}

export const pk: CountryRule = {
  code: 'PK',
  name: 'Pakistan',
  adjective: 'Pakistani',
  rules: () => [
    {
      id: 'PK.NTN',
      name: 'National Tax Number',
      localName: 'قومی ٹیکس نمبر',
      forms: [{ pattern: 'xdddddd' }, { pattern: 'xddddddd', mask: '#######-#' }, cnic],
      // FBR on the OECD's AEOI page: an NTN for entities, a CNIC for persons. Newer NTNs begin with a letter.
      verify: (n) => (n.length === 13 ? verifyCnic(n) : undefined),
      facts: (n) => (n.length === 13 ? { kind: 'person (CNIC)', ...cnicFacts(n) } : undefined),
    },
    {
      id: 'PK.CNIC',
      name: 'Computerised National Identity Card number',
      localName: 'قومی شناختی کارڈ نمبر',
      kinds: ['person', 'tin'],
      check: 'structure',
      forms: [cnic],
      verify: verifyCnic,
      facts: cnicFacts,
    },
    {
      id: 'PK.STRN',
      name: 'Sales Tax Registration Number',
      names: ['GST', 'Sales Tax'],
      kinds: ['vat'],
      // Its digits could also be a CNIC's.
      onRequest: true,
      basis: 'secondary',
      strictSeparators: true,
      forms: [{ pattern: 'ddddddddddddd', mask: '##-##-####-###-##' }],
    },
  ],
}
