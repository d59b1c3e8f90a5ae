import { base36, expectText, isZeros } from '../checks/digits.ts'
import { type CountryRule, type Fault, neverIssued } from '../country-rule.ts'

const noSerial = neverIssued('The six digits of an HKID are never all zeros.')

// Immigration Department: letters count 10 to 35, the blank before a single letter 36, the check digit A 10.
function hkid(n: string): Fault | undefined {
  const last = n.length - 1
  if (isZeros(n, last - 6, last)) return noSerial
  let sum = n.length === 8 ? 36 * 9 : 0
  for (let i = 0; i < last; i++) sum += base36(n, i) * (n.length - i)
  return expectText(n, last, '0123456789A'.charAt((11 - (sum % 11)) % 11))
}

export const hk: CountryRule = {
  code: 'HK',
  name: 'Hong Kong',
  adjective: 'Hong Kong',
  labels: ['商業登記證號碼'],
  rules: () => [
    {
      id: 'HK.BRN',
      label: '商業登記號碼',
      name: 'Business Registration number',
      localName: '商業登記號碼',
      noun: 'BR number',
      holder: 'company',
      kinds: ['business', 'tin'],
      // OECD, AEOI page on TINs: the first eight digits of the certificate number; then three of the branch.
      // On certificates, month and year of expiry and a check character follow.
      forms: [
        { pattern: 'dddddddd' },
        { pattern: 'ddddddddddd', mask: '########-###' },
        {
          pattern: 'dddddddddddddddx',
          mask: '########-###',
          typed: '########-###-##-##-#',
          canonical: (text) => text.slice(0, 11),
          unlisted: true,
        },
      ],
      facts: (n) => {
        if (n.length === 8) return undefined
        return { establishment: isZeros(n, 8, 11) ? 'main business' : `branch ${n.slice(8)}` }
      },
      changes: [
        {
          date: '2023-12-27',
          text: "The number is also the Unique Business Identifier of companies. It replaces the Companies Registry's number.",
        },
      ],
    },
    {
      id: 'HK.HKID',
      name: 'Identity card number',
      localName: '香港身份證號碼',
      kinds: ['person', 'tin'],
      check: 'checksum',
      sets: { k: '0123456789A' },
      forms: [
        { pattern: 'addddddk', mask: '#######(#)' },
        { pattern: 'aaddddddk', mask: '########(#)' },
      ],
      verify: hkid,
    },
  ],
}
