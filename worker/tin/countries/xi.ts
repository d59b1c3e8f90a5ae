import { britishVat, britishVatForms, britishVatWarning } from '../checks/british-vat.ts'
import { britishEori } from '../checks/eori.ts'
import type { CountryRule } from '../country-rule.ts'

export const xi: CountryRule = {
  code: 'XI',
  name: 'Northern Ireland',
  adjective: 'Northern Irish',
  rules: () => [
    {
      id: 'XI.VAT',
      name: 'VAT registration number',
      noun: 'VAT number',
      changes: [
        {
          date: '2021-01-01',
          text: 'UK traders in Northern Ireland write XI before their number when they deal in goods with the EU.',
        },
      ],
      kinds: ['vat'],
      check: 'checksum',
      // Protocol on Ireland/Northern Ireland, Annex 3: the UK number under the prefix XI.
      prefixes: ['XI', 'GB'],
      forms: britishVatForms('XI'),
      verify: britishVat,
      warn: britishVatWarning,
    },
    britishEori('XI'),
  ],
}
