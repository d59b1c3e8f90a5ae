import type { CountryRule } from '../country-rule.ts'
import { verifyFederalNumber } from './us.ts'

export const pr: CountryRule = {
  code: 'PR',
  name: 'Puerto Rico',
  adjective: 'Puerto Rican',
  rules: () => {
    const verify = verifyFederalNumber()
    return [
      {
        id: 'PR.TIN',
        label: 'EIN / SSN',
        name: 'EIN, SSN or merchant registration number',
        localName: 'Número de identificación contributiva o de registro de comerciante',
        noun: 'tax ID',
        check: 'structure',
        basis: 'secondary',
        forms: [{ pattern: 'ddddddddd' }, { pattern: 'ddddddddddd' }],
        // Departamento de Hacienda uses federal numbers and issues an 11-digit number to each place of business.
        verify: (n, today) => (n.length === 11 ? undefined : verify(n, today)),
      },
    ]
  },
}
