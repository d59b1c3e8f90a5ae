import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'CH.UID': [
      answer('CHE105829940', 'an entity, with its legal address', {
        name: 'Summit Foods & Co. AG',
        address: 'Station Road 87, 6958 Northport, CH',
        status: 'definitive',
        facts: {
          tradingNames: 'Summit Aliments SA; Summit Aliments (Suisse) Ltd',
          legalFormCode: '0106',
          vatRegistered: 'true',
          vatSince: '2010-01-01',
        },
      }),
      answer('CHE105000251', 'deleted', { registered: false, status: 'deleted' }),
      answer('CHE105000261', 'definitively deleted', { registered: false, status: 'definitively deleted' }),
      answer('CHE105000271', 'canceled', { registered: false, status: 'canceled' }),
      answer('CHE105000281', 'provisional', { status: 'provisional' }),
      answer('CHE105000291', 'an unknown status', 'unknown-status'),
      answer('CHE105000331', 'an entity for a number that is not covered otherwise', {
        facts: { vatRegistered: 'false' },
      }),
      answer('CHE105000411', 'two seats, one of which is closed', { name: 'Clear Tools & Co. AG' }),
      answer('CHE105000531', 'no address', { address: null }),
      answer('CHE105003001', 'no record', 'not-found'),
      answer('CHE105000901', 'infrastructureFault', 'UNAVAILABLE'),
      answer('CHE105000911', 'an unknown fault', 'UNAVAILABLE'),
      answer('CHE105000921', 'Data_validation_failed', 'REFUSED'),
    ],
    'CH.MWST': [
      answer('CHE105829940MWST', 'an entry in the VAT register', { status: 'definitive' }),
      answer('CHE105829940TVA', 'the number with the French suffix', {}),
      answer('CHE105000251MWST', 'a deleted entry without VAT', {
        registered: false,
        status: 'deleted',
      }),
      answer('CHE105000331MWST', 'not in the VAT register', {
        registered: false,
        status: 'not in the VAT register',
      }),
      answer('CHE105001341MWST', 'unknown to the VAT register', 'NOT_COVERED'),
      answer('CHE105000361MWST', 'no VAT data', 'NOT_COVERED'),
      answer('CHE105000351MWST', 'an end in the VAT register', {
        registered: false,
        status: 'VAT entry ended',
        facts: { vatRegistered: 'false', vatUntil: '2022-12-31' },
      }),
      answer('CHE105000371MWST', 'a future end in the VAT register', {
        status: 'definitive',
        facts: { vatRegistered: 'true', vatUntil: '2999-12-31' },
      }),
      answer('CHE105000421MWST', 'a record wrapped as in a search result', {
        name: 'Northern Textiles & Co. AG',
        address: 'Station Road 11, 3251 Northport, CH',
      }),
      answer('CHE105000471MWST', 'a member of a VAT group', {
        facts: { vatRegistered: 'true', vatGroup: 'CHE116281710' },
      }),
      answer('CHE105003001MWST', 'no VAT data', 'not-found'),
    ],
    'LI.MWST': [
      answer('CHE105829940MWST', 'an entry, for Liechtenstein', {}),
      answer('CHE105000331MWST', 'no VAT entry of a Liechtenstein number', 'NOT_COVERED'),
      answer('CHE105003001MWST', 'no record of a Liechtenstein number', 'NOT_COVERED'),
      answer('12345', 'no record of five-digit numbers', 'NOT_COVERED'),
    ],
  },
  recordings: {
    'https://www.uid-wse.admin.ch/V5.0/PublicServices.svc?wsdl': [
      published(
        'an empty result',
        'not-found',
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetByUIDResponse xmlns="http://www.uid.admin.ch/xmlns/uid-wse"><GetByUIDResult/></GetByUIDResponse></s:Body></s:Envelope>',
      ),
      publishedInTurn('a fault after too many requests', 'THROTTLED', [
        {
          status: 500,
          body: '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>Request_limit_exceeded</faultstring></s:Fault></s:Body></s:Envelope>',
        },
      ]),
    ],
  },
}
