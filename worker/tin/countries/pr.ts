import { type CountryRule, invalidPart } from '../country-rule.ts'
import { us } from './us.ts'

const neither = invalidPart('These nine digits are neither an EIN nor an SSN or ITIN.')

export const pr: CountryRule = {
  code: 'PR',
  name: 'Puerto Rico',
  adjective: 'Puerto Rican',
  rules: () => {
    const federal = us.rules().filter(({ id }) => ['US.EIN', 'US.SSN', 'US.ITIN'].includes(id))
    return [
      {
        id: 'PR.TIN',
        label: 'EIN / SSN',
        name: 'EIN, SSN or merchant registration number',
        localName: 'Número de identificación contributiva o de registro de comerciante',
        noun: 'tax ID',
        holder: 'any',
        check: 'structure',
        basis: 'secondary',
        forms: [
          { pattern: 'ddddddddd', mask: '#########' },
          { pattern: 'ddddddddddd', mask: '###########' },
        ],
        // Departamento de Hacienda uses federal numbers and issues an 11-digit number to each place of business.
        verify: (n, today) =>
          n.length === 11 || federal.some((rule) => rule.verify?.(n, today) === undefined)
            ? undefined
            : neither,
      },
    ]
  },
}
