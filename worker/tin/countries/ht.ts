import { countryWithOneType } from '../country-rule.ts'

export const ht = countryWithOneType(
  { code: 'HT', name: 'Haiti', adjective: 'Haitian', labels: ['Matricule fiscale'] },
  {
    id: 'HT.NIF',
    name: 'Tax registration number',
    localName: 'Numéro d’immatriculation fiscale',
    basis: 'secondary',
    forms: [{ pattern: 'dddddddddd', mask: '###-###-###-#' }],
    changes: [
      {
        date: '2020-06-16',
        text: 'By decree, the national identity number (NINU), also with ten digits, will replace the NIF of individuals.',
      },
    ],
  },
)
