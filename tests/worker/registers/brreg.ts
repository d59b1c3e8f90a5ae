import { expect } from 'vitest'
import { brreg } from '#worker/registers/clients/brreg.ts'
import type { RegisterCases } from './case.ts'

export const brregCases: RegisterCases = {
  register: brreg,
  held: { identifier: 'NO.ORGNR', compact: '923609016' },
  cases: [
    {
      says: 'a unit',
      identifier: 'NO.ORGNR',
      compact: '923609016',
      expected: {
        registered: true,
        proves: 'business',
        name: 'COPPER ENERGY AS',
        address: 'Garden Row 3, 3973 EASTBRIDGE, Norge',
        status: 'registered',
        receipt: null,
        facts: { legalForm: 'Aksjeselskap', vatRegistered: 'true' },
      },
    },
    {
      says: 'a unit that is registered for VAT',
      identifier: 'NO.MVA',
      compact: '923609016MVA',
      expected: { registered: true, proves: 'vat-registration', name: 'COPPER ENERGY AS' },
    },
    {
      says: 'a unit that is not registered for VAT',
      identifier: 'NO.MVA',
      compact: '923600036MVA',
      expected: { registered: false, proves: 'vat-registration', status: 'registered' },
    },
    {
      says: 'a unit, whether registered for VAT or not',
      identifier: 'NO.ORGNR',
      compact: '923600036',
      expected: {
        registered: true,
        proves: 'business',
        facts: expect.objectContaining({ vatRegistered: 'false' }),
      },
    },
    {
      says: 'a unit that was deleted',
      identifier: 'NO.ORGNR',
      compact: '923600025',
      expected: {
        registered: false,
        proves: 'business',
        name: 'AMBER FOODS AS',
        address: null,
        status: 'deleted',
        facts: { legalForm: 'Aksjeselskap', deletedOn: '2024-03-31', vatRegistered: 'false' },
      },
    },
    {
      says: 'a unit that was deleted, and its registration for VAT with it',
      identifier: 'NO.MVA',
      compact: '923600025MVA',
      expected: { registered: false, proves: 'vat-registration', status: 'deleted' },
    },
    {
      says: 'a unit that was removed for legal reasons (410)',
      identifier: 'NO.ORGNR',
      compact: '923600010',
      expected: {
        registered: false,
        name: null,
        status: 'removed',
        facts: { deletedOn: '2023-06-30', vatRegistered: 'false' },
      },
    },
    {
      says: 'a bankrupt unit, which is still registered',
      identifier: 'NO.ORGNR',
      compact: '923600041',
      expected: { registered: true, status: 'bankrupt' },
    },
    {
      says: 'a branch, which stands in the other register',
      identifier: 'NO.ORGNR',
      compact: '923600058',
      expected: {
        registered: true,
        name: 'COPPER TOOLS AS',
        address: 'Station Road 27, 3460 KINGSFORD, Norge',
      },
    },
    {
      says: 'that it is in neither register',
      identifier: 'NO.ORGNR',
      compact: '923600006',
      expected: 'not-found',
    },
    {
      says: 'that it is in neither register, by a 404 that is a page',
      identifier: 'NO.ORGNR',
      compact: '923600006',
      mode: 'notfound',
      expected: 'UNREADABLE',
    },
    {
      says: 'that it is in neither register, in words',
      identifier: 'NO.ORGNR',
      compact: '923600070',
      expected: 'not-found',
    },
    {
      says: 'that there is no such page, and finds the number in a search',
      identifier: 'NO.ORGNR',
      compact: '923600069',
      expected: 'UNREADABLE',
    },
    {
      says: 'that there is no such page, and the search is down',
      identifier: 'NO.ORGNR',
      compact: '923600071',
      expected: 'UNAVAILABLE',
    },
    {
      says: 'that a unit is kept from the public (410), and not that it has ended',
      identifier: 'NO.ORGNR',
      compact: '923600011',
      expected: 'NOT_COVERED',
    },
    {
      says: 'nothing of sellers from abroad',
      identifier: 'NO.MVA',
      compact: '2000001',
      expected: 'NOT_COVERED',
    },
    {
      says: 'that there were too many calls',
      identifier: 'NO.ORGNR',
      compact: '923609016',
      mode: 'throttled',
      expected: 'THROTTLED',
    },
    {
      says: 'that it is down',
      identifier: 'NO.ORGNR',
      compact: '923609016',
      mode: 'down',
      expected: 'UNAVAILABLE',
    },
    {
      says: 'something of another number',
      identifier: 'NO.ORGNR',
      compact: '923609016',
      mode: 'swapped',
      expected: 'WRONG_NUMBER',
    },
  ],
}
