import { uid } from '#worker/registers/clients/uid.ts'
import type { RegisterCases } from './case.ts'

const unit = (digits: string) => ({ identifier: 'CH.UID', compact: `CHE${digits}` })
const vat = (digits: string) => ({ identifier: 'CH.MWST', compact: `CHE${digits}MWST` })
const liechtenstein = (digits: string) => ({ identifier: 'LI.MWST', compact: `CHE${digits}MWST` })

export const uidCases: RegisterCases = {
  register: uid,
  held: unit('105829940'),
  cases: [
    {
      ...unit('105829940'),
      says: 'an entity, with its legal address',
      expected: {
        registered: true,
        proves: 'business',
        name: 'Summit Foods & Co. AG',
        address: 'Station Road 87, 6958 Northport, CH',
        status: 'definitive',
        receipt: null,
        facts: { legalFormCode: '0106', vatRegistered: 'true', vatSince: '2010-01-01' },
      },
    },
    {
      ...vat('105829940'),
      says: 'an entry in the VAT register',
      expected: { registered: true, proves: 'vat-registration', status: 'definitive' },
    },
    {
      identifier: 'CH.MWST',
      compact: 'CHE105829940TVA',
      says: 'the same with the French ending',
      expected: { registered: true, proves: 'vat-registration' },
    },
    { ...unit('105000251'), says: 'deleted', expected: { registered: false, status: 'deleted' } },
    {
      ...unit('105000261'),
      says: 'definitively deleted',
      expected: { registered: false, status: 'definitively deleted' },
    },
    { ...unit('105000271'), says: 'cancelled', expected: { registered: false, status: 'cancelled' } },
    { ...unit('105000281'), says: 'provisional', expected: { registered: true, status: 'provisional' } },
    { ...unit('105000291'), says: 'a standing that nobody knows', expected: 'UNREADABLE' },
    {
      ...vat('105000251'),
      says: 'deleted, and so not for VAT',
      expected: { registered: false, proves: 'vat-registration', status: 'deleted' },
    },
    {
      ...vat('105000331'),
      says: 'not in the VAT register',
      expected: { registered: false, proves: 'vat-registration', status: 'not in the VAT register' },
    },
    {
      ...unit('105000331'),
      says: 'an entity all the same',
      expected: {
        registered: true,
        proves: 'business',
        facts: { legalFormCode: '0106', vatRegistered: 'false' },
      },
    },
    { ...vat('105001341'), says: 'unknown to the VAT register', expected: 'NOT_COVERED' },
    { ...vat('105000361'), says: 'no word of VAT', expected: 'NOT_COVERED' },
    {
      ...vat('105000351'),
      says: 'an end in the VAT register',
      expected: {
        registered: false,
        status: 'VAT entry ended',
        facts: {
          legalFormCode: '0106',
          vatRegistered: 'false',
          vatSince: '2010-01-01',
          vatUntil: '2022-12-31',
        },
      },
    },
    {
      ...vat('105000371'),
      says: 'an end in the VAT register, on a day to come',
      expected: {
        registered: true,
        proves: 'vat-registration',
        status: 'definitive',
        facts: {
          legalFormCode: '0106',
          vatRegistered: 'true',
          vatSince: '2010-01-01',
          vatUntil: '2999-12-31',
        },
      },
    },
    {
      ...unit('105000411'),
      says: 'two seats, one of which is closed',
      expected: { registered: true, name: 'Clear Tools & Co. AG' },
    },
    {
      ...vat('105000421'),
      says: 'a record wrapped up as in a search',
      expected: {
        registered: true,
        name: 'Northern Textiles & Co. AG',
        address: 'Station Road 11, 3251 Northport, CH',
      },
    },
    {
      ...vat('105000471'),
      says: 'a member of a VAT group',
      expected: {
        registered: true,
        facts: {
          legalFormCode: '0106',
          vatRegistered: 'true',
          vatSince: '2010-01-01',
          vatGroup: 'CHE116281710',
        },
      },
    },
    { ...unit('105000531'), says: 'no address', expected: { registered: true, address: null } },
    { ...unit('105003001'), says: 'nothing', expected: 'not-found' },
    { ...vat('105003001'), says: 'nothing of VAT', expected: 'not-found' },
    {
      ...liechtenstein('105829940'),
      says: 'an entry, for Liechtenstein',
      expected: { registered: true, proves: 'vat-registration' },
    },
    { ...liechtenstein('105000331'), says: 'none, which is said of Switzerland', expected: 'NOT_COVERED' },
    { ...liechtenstein('105003001'), says: 'nothing, which is said of Switzerland', expected: 'NOT_COVERED' },
    {
      identifier: 'LI.MWST',
      compact: '12345',
      says: 'nothing of numbers of five digits',
      expected: 'NOT_COVERED',
    },
    { ...unit('105000901'), says: 'infrastructureFault', expected: 'UNAVAILABLE' },
    { ...unit('105000911'), says: 'a fault that nobody knows', expected: 'UNAVAILABLE' },
    { ...unit('105000921'), says: 'Data_validation_failed', expected: 'REFUSED' },
    { ...unit('105829940'), says: 'Request_limit_exceeded', mode: 'throttled', expected: 'THROTTLED' },
    { ...unit('105829940'), says: 'another entity', mode: 'swapped', expected: 'WRONG_NUMBER' },
  ],
}
