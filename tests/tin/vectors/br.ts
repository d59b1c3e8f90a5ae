import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BR.CNPJ': {
    valid: ['16.727.230/0001-97', '12.ABC.345/01DE-35', '00.000.000/0001-91', '33.000.167/0001-01'],
    invalid: [
      '16.727.230/0001-98',
      '12.ABC.345/01DE-36',
      '12ABC34501DEA5',
      '00000000000000',
      '1672723000019',
    ],
    lets: {
      share: 0.02,
      reason: 'the remainders 0 and 1 share a check digit',
    },
  },
  'BR.CPF': {
    valid: ['390.533.447-05', '111.444.777-35', '529.982.247-25'],
    invalid: ['231.002.999-00', '390.533.447-06', '111.111.111-11', '000.000.000-00', '39053344705A'],
    lets: {
      share: 0.02,
      reason: 'the remainders 0 and 1 share a check digit',
    },
  },
}
