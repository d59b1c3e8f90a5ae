import { expectText, isZeros } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, invalidPart } from '../country-rule.ts'

const weights = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const kinds: Readonly<Record<string, string>> = {
  P: 'person',
  C: 'company',
  G: 'government agency',
  Q: 'foreign mission or its staff',
  V: 'public institution, trust, cooperative or foreign shareholder',
}

/** ISO 3166-1 alpha-3: GHA for citizens, and the nationality of foreigners. */
const nationalities =
  'ABW AFG AGO AIA ALB AND ARE ARG ARM ATG AUS AUT AZE BDI BEL BEN BFA BGD BGR BHR BHS BIH BLR BLZ BMU BOL BRA BRB BRN BTN BWA CAF CAN CHE CHL CHN CIV CMR COD COG COL COM CPV CRI CUB CUW CYM CYP CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FRA FSM GAB GBR GEO GHA GIN GMB GNB GNQ GRC GRD GTM GUY HKG HND HRV HTI HUN IDN IND IRL IRN IRQ ISL ISR ITA JAM JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MOZ MRT MUS MWI MYS NAM NER NGA NIC NLD NOR NPL NRU NZL OMN PAK PAN PER PHL PLW PNG POL PRK PRT PRY PSE QAT ROU RUS RWA SAU SDN SEN SGP SLB SLE SLV SMR SOM SRB SSD STP SUR SVK SVN SWE SWZ SYC SYR TCD TGO THA TJK TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR URY USA UZB VAT VCT VEN VNM VUT WSM XKX YEM ZAF ZMB ZWE'
const noCountry = invalidPart('A PIN begins with the three letters of the nationality, such as GHA.')

export const gh: CountryRule = {
  code: 'GH',
  name: 'Ghana',
  adjective: 'Ghanaian',
  rules: () => [
    {
      id: 'GH.TIN',
      name: 'Taxpayer identification number',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      sets: { t: 'CGQV', k: '0123456789X' },
      forms: [
        { pattern: 't00dddddddk' },
        {
          pattern: 'P00dddddddk',
          old: 'Since April 2021, people with a Ghana Card use its PIN instead of this TIN.',
        },
      ],
      // OECD AEOI TIN page of Ghana (letters, length); modulus 11, with the remainder 10 written as X.
      verify: (n) => {
        if (isZeros(n, 1, 10)) return allZeros
        return expectText(n, 10, '0123456789X'.charAt(weightedSum(n, weights, 1) % 11))
      },
      facts: (n) => ({ kind: kinds[n.charAt(0)] ?? '' }),
      changes: [
        {
          date: '2021-04-01',
          text: 'The Ghana Card PIN replaces the TIN for people who have the card.',
        },
      ],
    },
    {
      id: 'GH.PIN',
      label: 'Ghana Card PIN',
      name: 'Personal identification number of the Ghana Card',
      noun: 'PIN',
      names: ['Ghana Card'],
      kinds: ['person', 'tin'],
      // OECD AEOI TIN page of Ghana: country code, 8 or 9 digits, check character.
      verify: (n) => (nationalities.includes(n.slice(0, 3)) ? undefined : noCountry),
      forms: [
        { pattern: 'aaadddddddddx', mask: '###-#########-#' },
        { pattern: 'aaaddddddddx', mask: '###-########-#' },
      ],
      warn: () => ({
        code: 'CHECKSUM_NOT_VERIFIABLE',
        message: "The last character of a Ghana Card PIN is a check character whose rule isn't published.",
      }),
      changes: [{ date: '2021-04-01', text: 'The Ghana Card PIN became the tax ID of individuals.' }],
    },
  ],
}
