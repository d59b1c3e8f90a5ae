import { answer, published, type RegisterCases } from '../case.ts'

const envelope = (content: string) =>
  `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><StatusNespolehlivySubjektRozsirenyResponse xmlns="http://adis.mfcr.cz/rozhraniCRPDPH/">${content}</StatusNespolehlivySubjektRozsirenyResponse></soapenv:Body></soapenv:Envelope>`
const source = 'https://mojedane.gov.cz/dpr/axis2/services/rozhraniCRPDPH.rozhraniCRPDPHSOAP?wsdl'

export const cases: RegisterCases = {
  cases: {
    'CZ.DIC': [
      answer('25026500', 'a VAT payer', { status: 'VAT payer', facts: { unreliable: 'false' } }),
      answer('25026521', 'an identified person', { status: 'identified person' }),
      answer('25026522', 'a VAT group', { status: 'VAT group' }),
      answer('25026523', 'an unreliable person', { registered: false, status: 'not a VAT payer' }),
      answer('25026524', 'an unknown kind', 'unknown-status'),
      answer('25026531', 'status code 1', 'REFUSED'),
      answer('25026532', 'status code 2, maintenance', 'UNAVAILABLE'),
      answer('25026533', 'status code 3, an outage', 'UNAVAILABLE'),
      answer('25026535', 'an unknown status code', 'unknown-status'),
      answer('25026502', 'NENALEZEN', 'not-found'),
      answer('1', 'a SOAP fault', 'UNAVAILABLE'),
    ],
  },
  recordings: {
    [source]: [
      published(
        'an unreliable VAT payer, with published accounts',
        { name: 'EXAMPLE S.R.O.', address: 'Dlouhá 1, 46001 LIBEREC', facts: { unreliable: 'true' } },
        envelope(
          '<status odpovedGenerovana="2026-10-03" statusCode="0" statusText="OK"/><statusSubjektu typSubjektu="PLATCE_DPH" dic="25026534" nespolehlivyPlatce="ANO" datumZverejneniNespolehlivosti="2025-01-05" cisloFu="457"><zverejneneUcty><ucet datumZverejneni="2013-04-01"><standardniUcet cislo="1" kodBanky="0300"/></ucet></zverejneneUcty><nazevSubjektu>EXAMPLE S.R.O.</nazevSubjektu><adresa><uliceCislo>Dlouhá 1</uliceCislo><mesto>LIBEREC</mesto><psc>46001</psc></adresa></statusSubjektu>',
        ),
        { compact: '25026534' },
      ),
      published(
        'no subject',
        'UNREADABLE',
        envelope('<status odpovedGenerovana="2026-10-03" statusCode="0" statusText="OK"/>'),
        { compact: '25026534' },
      ),
    ],
  },
}
