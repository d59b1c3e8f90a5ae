import { isZeros } from '../checks/digits.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

/** Member states of identification by their ISO 3166-1 numbers; 900 is Northern Ireland. */
const states: Readonly<Record<string, string>> = {
  '040': 'Austria',
  '056': 'Belgium',
  100: 'Bulgaria',
  191: 'Croatia',
  196: 'Cyprus',
  203: 'Czechia',
  208: 'Denmark',
  233: 'Estonia',
  246: 'Finland',
  250: 'France',
  276: 'Germany',
  300: 'Greece',
  348: 'Hungary',
  372: 'Ireland',
  380: 'Italy',
  428: 'Latvia',
  440: 'Lithuania',
  442: 'Luxembourg',
  470: 'Malta',
  528: 'Netherlands',
  616: 'Poland',
  620: 'Portugal',
  642: 'Romania',
  703: 'Slovakia',
  705: 'Slovenia',
  724: 'Spain',
  752: 'Sweden',
  826: 'United Kingdom',
  900: 'Northern Ireland',
}

const noState = invalidPart("The three digits after the letters aren't the number of an EU member state.")
const intermediary = invalidPart(
  "Numbers with IN belong to intermediaries. Goods are imported under the trader's own number, with IM.",
)

const isBritish = (n: string) => n.startsWith('826', 2)

// Council Directive 2006/112/EC, art. 362 and 369q; Implementing Regulation (EU) 2020/194. There is a check
// digit, but the Commission does not disclose how it is reckoned.
function oss(n: string): Fault | undefined {
  if (n.startsWith('IN')) return intermediary
  if (states[n.slice(2, 5)] === undefined || (n.startsWith('IM') && isBritish(n))) return noState
  return isZeros(n, 5, n.length) ? allZeros : undefined
}

export const eu: CountryRule = {
  code: 'EU',
  name: 'European Union',
  adjective: 'EU',
  rules: () => [
    {
      id: 'EU.OSS',
      label: 'OSS / IOSS',
      name: 'One Stop Shop VAT number',
      noun: 'OSS number',
      kinds: ['vat'],
      check: 'structure',
      forms: [{ pattern: 'EUddddddddd' }, { pattern: 'IMdddddddddd' }, { pattern: 'INdddddddddd' }],
      verify: oss,
      warn: (n) =>
        isBritish(n)
          ? {
              code: 'OLD_FORM',
              message: "Numbers issued by the United Kingdom expired when it left the EU's VAT system.",
            }
          : undefined,
      facts: (n) => ({
        kind: n.startsWith('EU') ? 'non-Union scheme' : 'import scheme (IOSS)',
        state: states[n.slice(2, 5)] ?? '',
      }),
      changes: [
        { date: '2021-01-01', text: 'Numbers issued by the United Kingdom (826) expired.' },
        { date: '2021-07-01', text: 'The import scheme began, with numbers that begin with IM.' },
      ],
    },
  ],
}
