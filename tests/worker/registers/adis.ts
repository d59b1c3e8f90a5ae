import { adis } from '#worker/registers/adis.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'CZ.DIC', compact })
const held = number('25026500')

const envelope = (content: string) =>
  `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><StatusNespolehlivySubjektRozsirenyResponse xmlns="http://adis.mfcr.cz/rozhraniCRPDPH/">${content}</StatusNespolehlivySubjektRozsirenyResponse></soapenv:Body></soapenv:Envelope>`
const source = 'https://adisrws.mfcr.cz/adistc/axis2/services/rozhraniCRPDPH.rozhraniCRPDPHSOAP?wsdl'

export const adisCases: RegisterCases = {
  register: adis,
  held,
  cases: [
    {
      ...held,
      response: 'a VAT payer',
      expected: {
        registered: true,
        proves: 'vat-registration',
        status: 'VAT payer',
        receipt: null,
        facts: { unreliable: 'false' },
      },
    },
    {
      ...number('25026521'),
      response: 'an identified person',
      expected: { registered: true, status: 'identified person' },
    },
    { ...number('25026522'), response: 'a VAT group', expected: { registered: true, status: 'VAT group' } },
    {
      ...number('25026523'),
      response: 'an unreliable person',
      expected: { registered: false, status: 'not a VAT payer' },
    },
    { ...number('25026524'), response: 'an unknown kind', expected: 'UNREADABLE' },
    { ...number('25026531'), response: 'status code 1', expected: 'REFUSED' },
    { ...number('25026532'), response: 'status code 2, maintenance', expected: 'UNAVAILABLE' },
    { ...number('25026533'), response: 'status code 3, an outage', expected: 'UNAVAILABLE' },
    { ...number('25026502'), response: 'NENALEZEN', expected: 'not-found' },
    { ...number('1'), response: 'a SOAP fault', expected: 'UNAVAILABLE' },
    { ...held, response: 'another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: '429', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'an outage', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      ...number('25026534'),
      response: 'an unreliable VAT payer, with published accounts',
      source,
      answers: [
        {
          body: envelope(
            '<status odpovedGenerovana="2026-10-03" statusCode="0" statusText="OK"/><statusSubjektu typSubjektu="PLATCE_DPH" dic="25026534" nespolehlivyPlatce="ANO" datumZverejneniNespolehlivosti="2025-01-05" cisloFu="457"><zverejneneUcty><ucet datumZverejneni="2013-04-01"><standardniUcet cislo="1" kodBanky="0300"/></ucet></zverejneneUcty><nazevSubjektu>EXAMPLE S.R.O.</nazevSubjektu><adresa><uliceCislo>Dlouhá 1</uliceCislo><mesto>LIBEREC</mesto><psc>46001</psc></adresa></statusSubjektu>',
          ),
        },
      ],
      expected: {
        registered: true,
        name: 'EXAMPLE S.R.O.',
        address: 'Dlouhá 1, 46001 LIBEREC',
        facts: { unreliable: 'true' },
      },
    },
    {
      ...number('25026534'),
      response: 'no subject',
      source,
      answers: [
        { body: envelope('<status odpovedGenerovana="2026-10-03" statusCode="0" statusText="OK"/>') },
      ],
      expected: 'UNREADABLE',
    },
  ],
}
