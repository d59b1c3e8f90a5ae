import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'CZ.ICO': {
    valid: ['25596641', '27082440', '45274649', '00023205', '23205 0'],
    invalid: ['25596642', '90000009', '2559664', '00000001', '255966411', '25596A41'],
    lets: { share: 0.04, reason: 'the check digit 1 stands for two remainders' },
  },
  'CZ.DIC': {
    valid: [
      'CZ25123891',
      'CZ699000761',
      'CZ699001182',
      'CZ640903926',
      'CZ7103192745',
      '991231123',
      'cz27082440',
    ],
    invalid: [
      'CZ25123890',
      'CZ699000762',
      'CZ7103192746',
      'CZ90000009',
      'CZ1103492745',
      'CZ590312123',
      'CZ1234567',
    ],
    lets: { share: 0.03, reason: 'some check digits stand for two remainders' },
  },
  'CZ.RC': {
    valid: [
      '710319/2745',
      '736028/5163',
      '7103192745',
      '530312/123',
      '991231/123',
      '040101/0005',
      '042101/0007',
      '047101/0001',
      '780123/3540',
    ],
    invalid: ['710319/2746', '110349/2745', '590312/123', '714319/2746', '710230/2745', '71031927'],
  },
}
