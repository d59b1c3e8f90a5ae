import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

const response = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><ns2:QueryTaxpayerResponse xmlns:ns2="http://schemas.nav.gov.hu/OSA/3.0/api" xmlns="http://schemas.nav.gov.hu/NTCA/1.0/common" xmlns:ns3="http://schemas.nav.gov.hu/OSA/3.0/base">${content}</ns2:QueryTaxpayerResponse>`
const ok = '<result><funcCode>OK</funcCode></result>'
const errorResponse = (code: string) =>
  `<GeneralErrorResponse xmlns="http://schemas.nav.gov.hu/OSA/3.0/api"><result xmlns="http://schemas.nav.gov.hu/NTCA/1.0/common"><funcCode>ERROR</funcCode><errorCode>${code}</errorCode></result></GeneralErrorResponse>`

export const cases: RegisterCases = {
  always: { status: null },
  cases: {
    'HU.ADOSZAM': [
      answer('10773381241', 'a taxpayer, by the first 8 digits, with the address of its seat', {
        name: 'Summit Textiles Kft.',
        address: '1054 BUDAPEST, KOSSUTH UTCA 2',
        facts: { taxNumber: '10773381-2-41', entityType: 'ORGANIZATION' },
      }),
      answer('10773381144', 'a taxpayer whose number has another VAT code and county code', {
        registered: false,
        status: 'the tax number is 10773381-2-41',
      }),
      answer('15789918241', 'taxpayerValidity false', 'not-found'),
      answer('15789991241', 'no taxpayerValidity and no data', 'not-found'),
      answer('15789992241', 'ERROR with 200', 'UNAVAILABLE'),
      answer('15789993241', 'a valid number without data', 'UNREADABLE'),
      answer('1', 'a refused request', 'UNREADABLE'),
      answer('10773381241', 'a wrong password', 'BLOCKED', { settings: { NAV_PASSWORD: 'wrong' } }),
      answer('10773381241', 'a wrong signature', 'BLOCKED', { settings: { NAV_SIGNATURE_KEY: 'wrong' } }),
    ],
    'HU.VAT': [answer('12345676', 'a taxpayer', { name: 'Copper Energy Kft.' })],
  },
  recordings: {
    'https://github.com/pzs/nav-online-invoice': [
      published(
        'an authority',
        {
          name: 'PÉLDA KÖZPONTI HIVATAL',
          address: '1054 BUDAPEST, PÉLDA UTCA 2',
          facts: { shortName: 'PÉLDA HIVATAL', taxNumber: '15789934-2' },
        },
        response(
          `<header><requestId>RID082604200000000000000000</requestId></header>${ok}<ns2:infoDate>2010-12-31T23:00:00.000Z</ns2:infoDate><ns2:taxpayerValidity>true</ns2:taxpayerValidity><ns2:taxpayerData><ns2:taxpayerName>PÉLDA KÖZPONTI HIVATAL</ns2:taxpayerName><ns2:taxpayerShortName>PÉLDA HIVATAL</ns2:taxpayerShortName><ns2:taxNumberDetail><ns3:taxpayerId>15789934</ns3:taxpayerId><ns3:vatCode>2</ns3:vatCode></ns2:taxNumberDetail><ns2:incorporation>ORGANIZATION</ns2:incorporation><ns2:taxpayerAddressList><ns2:taxpayerAddressItem><ns2:taxpayerAddressType>HQ</ns2:taxpayerAddressType><ns2:taxpayerAddress><ns3:countryCode>HU</ns3:countryCode><ns3:postalCode>1054</ns3:postalCode><ns3:city>BUDAPEST</ns3:city><ns3:streetName>PÉLDA</ns3:streetName><ns3:publicPlaceCategory>UTCA</ns3:publicPlaceCategory><ns3:number>2</ns3:number></ns2:taxpayerAddress></ns2:taxpayerAddressItem></ns2:taxpayerAddressList></ns2:taxpayerData>`,
        ),
        { compact: '15789934251' },
      ),
      published(
        'data without taxpayerValidity',
        'UNREADABLE',
        response(`${ok}<ns2:taxpayerData><ns2:taxpayerName>PÉLDA</ns2:taxpayerName></ns2:taxpayerData>`),
      ),
    ],
    // "Nem érvényes vagy nem létező adószámra false érték kerül visszaadásra."
    'https://github.com/nav-gov-hu/Online-Invoice/issues/851': [
      published(
        'a number that is not valid or does not exist',
        'not-found',
        response(`${ok}<ns2:taxpayerValidity>false</ns2:taxpayerValidity>`),
      ),
    ],
    'https://github.com/nav-gov-hu/Online-Invoice/issues/884': [
      publishedInTurn('an error with 200', 'UNREADABLE', [{ body: errorResponse('OPERATION_FAILED') }]),
    ],
  },
}
