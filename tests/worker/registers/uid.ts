import { uid } from '#worker/registers/uid.ts'
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
      response: 'an entity, with its legal address',
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
      response: 'an entry in the VAT register',
      expected: { registered: true, proves: 'vat-registration', status: 'definitive' },
    },
    {
      identifier: 'CH.MWST',
      compact: 'CHE105829940TVA',
      response: 'the number with the French suffix',
      expected: { registered: true, proves: 'vat-registration' },
    },
    { ...unit('105000251'), response: 'deleted', expected: { registered: false, status: 'deleted' } },
    {
      ...unit('105000261'),
      response: 'definitively deleted',
      expected: { registered: false, status: 'definitively deleted' },
    },
    { ...unit('105000271'), response: 'cancelled', expected: { registered: false, status: 'cancelled' } },
    { ...unit('105000281'), response: 'provisional', expected: { registered: true, status: 'provisional' } },
    { ...unit('105000291'), response: 'an unknown status', expected: 'UNREADABLE' },
    {
      ...vat('105000251'),
      response: 'a deleted entry without VAT',
      expected: { registered: false, proves: 'vat-registration', status: 'deleted' },
    },
    {
      ...vat('105000331'),
      response: 'not in the VAT register',
      expected: { registered: false, proves: 'vat-registration', status: 'not in the VAT register' },
    },
    {
      ...unit('105000331'),
      response: 'an entity for a number that is not covered otherwise',
      expected: {
        registered: true,
        proves: 'business',
        facts: { legalFormCode: '0106', vatRegistered: 'false' },
      },
    },
    { ...vat('105001341'), response: 'unknown to the VAT register', expected: 'NOT_COVERED' },
    { ...vat('105000361'), response: 'no VAT data', expected: 'NOT_COVERED' },
    {
      ...vat('105000351'),
      response: 'an end in the VAT register',
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
      response: 'a future end in the VAT register',
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
      response: 'two seats, one of which is closed',
      expected: { registered: true, name: 'Clear Tools & Co. AG' },
    },
    {
      ...vat('105000421'),
      response: 'a record wrapped as in a search result',
      expected: {
        registered: true,
        name: 'Northern Textiles & Co. AG',
        address: 'Station Road 11, 3251 Northport, CH',
      },
    },
    {
      ...vat('105000471'),
      response: 'a member of a VAT group',
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
    { ...unit('105000531'), response: 'no address', expected: { registered: true, address: null } },
    { ...unit('105003001'), response: 'no record', expected: 'not-found' },
    { ...vat('105003001'), response: 'no VAT data', expected: 'not-found' },
    {
      ...liechtenstein('105829940'),
      response: 'an entry, for Liechtenstein',
      expected: { registered: true, proves: 'vat-registration' },
    },
    {
      ...liechtenstein('105000331'),
      response: 'no VAT entry of a Liechtenstein number',
      expected: 'NOT_COVERED',
    },
    {
      ...liechtenstein('105003001'),
      response: 'no record of a Liechtenstein number',
      expected: 'NOT_COVERED',
    },
    {
      identifier: 'LI.MWST',
      compact: '12345',
      response: 'no record of five-digit numbers',
      expected: 'NOT_COVERED',
    },
    { ...unit('105000901'), response: 'infrastructureFault', expected: 'UNAVAILABLE' },
    { ...unit('105000911'), response: 'an unknown fault', expected: 'UNAVAILABLE' },
    { ...unit('105000921'), response: 'Data_validation_failed', expected: 'REFUSED' },
    { ...unit('105829940'), response: 'Request_limit_exceeded', mode: 'throttled', expected: 'THROTTLED' },
    { ...unit('105829940'), response: 'another entity', mode: 'swapped', expected: 'WRONG_NUMBER' },
  ],
  recordings: [
    {
      ...unit('105829940'),
      response: 'an empty result',
      source: 'https://www.uid-wse.admin.ch/V5.0/PublicServices.svc?wsdl',
      answers: [
        {
          body: '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetByUIDResponse xmlns="http://www.uid.admin.ch/xmlns/uid-wse"><GetByUIDResult/></GetByUIDResponse></s:Body></s:Envelope>',
        },
      ],
      expected: 'not-found',
    },
    {
      ...unit('105829940'),
      response: 'a fault after too many requests',
      source: 'https://www.uid-wse.admin.ch/V5.0/PublicServices.svc?wsdl',
      answers: [
        {
          status: 500,
          body: '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>Request_limit_exceeded</faultstring></s:Fault></s:Body></s:Envelope>',
        },
      ],
      expected: 'THROTTLED',
    },
  ],
}
