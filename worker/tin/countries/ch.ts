import { expectDigit, isZeros } from '../checks/digits.ts'
import { ean13, weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, type Form } from '../country-rule.ts'

const uidWeights = [5, 4, 3, 2, 7, 6, 5, 4]

/** Federal Statistical Office, "Unternehmens-Identifikationsnummer": modulus 11 of the digits after CHE. */
export function swissUid(n: string): Fault | undefined {
  return isZeros(n, 3, 11) ? allZeros : expectDigit(n, 11, (11 - (weightedSum(n, uidWeights, 3) % 11)) % 11)
}

/** With and without CHE. An `end` that isn't the official one is replaced. */
function uidForms(end: string, official = end): readonly Form[] {
  const maskWith = (text: string) => `###-###.###.### ${text.replace(/\w/g, '#')}`.trim()
  const pattern = `ddddddddd${end.replace('/', '')}`
  const masks = { mask: maskWith(official), typed: maskWith(end) }
  const canonical = (text: string) => `CHE${text.replace(/\D/g, '')}${official}`
  return [
    { pattern: `CHE${pattern}`, ...masks, ...(end !== official && { canonical }) },
    { pattern, ...masks, canonical },
  ]
}

export const ch: CountryRule = {
  code: 'CH',
  name: 'Switzerland',
  adjective: 'Swiss',
  rules: () => [
    {
      id: 'CH.UID',
      label: 'UID / IDE',
      name: 'Business identification number',
      localName: 'Unternehmens-Identifikationsnummer / Numéro d’identification des entreprises',
      names: ['IDI'],
      noun: 'UID',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      // Federal Statistical Office: HR or RC of an entry in the commercial register isn't part of the UID.
      forms: ['', 'HR', 'RC'].flatMap((end) => uidForms(end, '')),
      verify: swissUid,
    },
    {
      id: 'CH.MWST',
      label: 'MWST / TVA / IVA',
      name: 'VAT number',
      localName: 'Mehrwertsteuernummer / Numéro de TVA / Numero d’IVA',
      noun: 'VAT number',
      kinds: ['vat'],
      check: 'checksum',
      // Federal Tax Administration: the UID with MWST, TVA, IVA or (Romansh) TPV. VAT is common in English.
      forms: [
        ...['MWST', 'TVA', 'IVA', 'TPV'].flatMap((end) => uidForms(end)),
        ...['VAT', '', 'HR/MWST'].flatMap((end) => uidForms(end, 'MWST')),
        ...['TVA', 'IVA'].flatMap((end) => uidForms(`RC/${end}`, end)),
      ],
      verify: swissUid,
      changes: [
        {
          date: '2014-01-01',
          text: 'Six-digit VAT numbers expired. Only the UID followed by MWST, TVA or IVA is valid.',
        },
      ],
    },
    {
      id: 'CH.AHV',
      label: 'AHV / AVS',
      name: 'Social security number',
      localName: 'AHV-Nummer / Numéro AVS',
      names: ['AHVN13'],
      noun: 'AHV number',
      kinds: ['person', 'tin'],
      check: 'checksum',
      forms: [{ pattern: '756dddddddddd', mask: '###.####.####.##' }],
      // AHVV, art. 133: the code of Switzerland, nine digits, EAN-13.
      verify: (n) => (isZeros(n, 3, 12) ? allZeros : ean13(n)),
      changes: [
        {
          date: '2008-07-01',
          text: 'Numbers with 13 digits, which contain no information about the holder, replaced those with 11.',
        },
      ],
    },
  ],
}
