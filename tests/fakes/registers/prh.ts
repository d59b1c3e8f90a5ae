import { json, type Reply } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import type { FakeRegister } from './register.ts'

const refused = (status: number, message: string): Reply =>
  json(status, { timestamp: new Date().toISOString(), message, errorcode: status })

const inThree = (english: string) => [
  { languageCode: '1', description: `${english} (suomeksi)` },
  { languageCode: '2', description: `${english} (på svenska)` },
  { languageCode: '3', description: english },
]
const none = { totalResults: 0, companies: [] }

/**
 * GET /companies?businessId=. The two digits before the check digit decide: 25 ended, 26 ceased in the Trade Register,
 * 27 ends in the future, 33 formerly registered for VAT, 34 never registered, 36 registered until a future day,
 * 41 in liquidation, 52 only a postal address, 53 no address.
 */
export const prh: FakeRegister = {
  id: 'prh',
  throttled: () => ({ status: 429, headers: { 'content-type': 'text/plain' }, body: 'Too many requests' }),
  unavailable: () => refused(503, 'The server cannot process the request'),
  answer: (call, { swapped }) => {
    if (call.method !== 'GET' || call.path !== '/companies') return refused(404, 'Not found')
    const businessId = call.query.get('businessId') ?? ''
    const number = businessId.replace('-', '')
    if (!/^\d{7}-\d$/.test(businessId)) return refused(400, 'Bad request')
    const company = companyOf(number, 'Oy')
    if (!company) return json(200, none)
    const kind = number.slice(5, 7)
    const hasEnded = kind === '25'
    const vat = { type: '80', register: '6', authority: '1', registrationDate: '2001-06-01' }
    return json(200, {
      totalResults: 1,
      companies: [
        {
          businessId: { value: swapped ? '0737546-2' : businessId, registrationDate: '2001-05-14' },
          names: [
            {
              name: `${company.name} Vanha`,
              type: '1',
              registrationDate: '2001-05-14',
              endDate: '2009-12-31',
            },
            { name: 'Aputoiminimi', type: '3', registrationDate: '2010-01-01' },
            { name: company.name, type: '1', registrationDate: '2010-01-01' },
          ],
          companyForms: [{ type: '16', descriptions: inThree('Limited company') }],
          ...(kind === '41' && {
            companySituations: [
              { type: 'SELTILA', descriptions: inThree('Liquidation'), registrationDate: '2025-02-03' },
            ],
          }),
          registeredEntries: [
            { type: '0', descriptions: inThree('Registered'), registrationDate: '2001-05-14', register: '1' },
            ...(kind === '34'
              ? []
              : [
                  {
                    ...vat,
                    descriptions: inThree('VAT-liable for business activity'),
                    ...((kind === '33' || hasEnded) && { endDate: '2023-03-31' }),
                    ...(kind === '36' && { endDate: '2999-03-31' }),
                  },
                ]),
          ],
          ...(kind !== '53' && {
            addresses: [
              ...(kind === '52'
                ? []
                : [
                    {
                      type: 1,
                      street: company.street.replace(/ \d+$/, ''),
                      buildingNumber: company.street.replace(/^.* /, ''),
                      postCode: company.postcode,
                      postOffices: [
                        { city: `${company.city} (sv)`, languageCode: '2', municipalityCode: '049' },
                        { city: company.city.toUpperCase(), languageCode: '1', municipalityCode: '049' },
                      ],
                    },
                  ]),
              {
                type: 2,
                postOfficeBox: '226',
                postCode: company.postcode,
                postOffices: [
                  { city: company.city.toUpperCase(), languageCode: '1', municipalityCode: '049' },
                ],
              },
            ],
          }),
          tradeRegisterStatus: hasEnded || kind === '26' ? '4' : '1',
          status: '2',
          registrationDate: '2001-05-14',
          ...(hasEnded && { endDate: '2023-04-30' }),
          ...(kind === '27' && { endDate: '2999-04-30' }),
        },
      ],
    })
  },
}
