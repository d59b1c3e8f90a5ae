import { answer, type RegisterCases } from '../case.ts'

const requester = { country: 'DE', number: '136695976' }
const consultationNumber = '5f1c9ad0-8a1d-4a9a-9d0e-0f6f2b0c7f11'

export const cases: RegisterCases = {
  hasOwnStatus: true,
  held: { identifier: 'ES.NIF', compact: 'A28000000', requester },
  always: { consultationNumber },
  cases: {
    'ES.NIF': [
      answer('A28000000', 'evatr-0000, with a consultation number', { name: null, status: 'valid' }),
      answer('A28000021', 'evatr-0003', {}),
      answer('A28000022', 'evatr-2008', {}),
      answer('A28000023', 'evatr-2002, valid from a later day', { registered: false }),
      answer('A28000024', 'evatr-2006, valid until an earlier day', {
        registered: false,
        facts: { vatSince: '2001-01-01', vatUntil: '2020-12-31' },
      }),
      answer('A28000019', 'evatr-2001', 'not-found'),
      answer('A28000031', 'evatr-0011', 'UNAVAILABLE'),
      answer('A28000032', 'evatr-1001', 'UNAVAILABLE'),
      answer('A28000033', 'evatr-2004', 'UNAVAILABLE'),
      answer('A28000034', 'evatr-0004, about the requester', 'REFUSED'),
      answer('A28000035', 'evatr-0006, not entitled', 'REFUSED'),
      answer('A28000036', 'an unknown code', 'unknown-status'),
      answer('A28000000', 'nothing without a requester', 'REFUSED', { requester: null }),
    ],
  },
}
