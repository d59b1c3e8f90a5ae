import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'SK.ICO': {
    valid: ['31 322 832', '00603481', '603481', '36421928'],
    invalid: ['31 322 833', '31322', '00 000 001', '313228321'],
    lets: { share: 0.04, reason: 'the check digit 1 stands for two remainders' },
  },
  'SK.RC': {
    valid: ['710319/2745', '736028/5163', '530312/123'],
    invalid: ['710319/2746', '042101/0007', '590312/123', '711319/2745', '71031927'],
  },
  'SK.ICDPH': {
    valid: ['SK2022749619', '2020372640', 'SK 2020317068', 'sk2020273893'],
    invalid: ['SK2022749618', 'SK2012749619', 'SK0022749619', 'SK202274961', 'SK20227496190'],
  },
}
