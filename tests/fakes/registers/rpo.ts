import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

/** GET /search?identifier=. A number that ends with 21 has ended, with 43 an ended and a current entry. */
export const rpo: FakeRegister = {
  id: 'rpo',
  answer: (call, { swapped }) => {
    const number = call.query.get('identifier') ?? ''
    if (call.path !== '/search' || !/^\d{8}$/.test(number)) return html(404, 'Not Found')
    const company = companyOf(number, 's. r. o.')
    if (!company) return json(200, { results: [], license: 'CC BY 4.0' })
    const entry = (hasEnded: boolean) => ({
      id: 1_044_582,
      identifiers: [{ value: swapped ? '36421928' : number, validFrom: '2009-04-15' }],
      fullNames: [
        { value: `${company.name} (starý)`, validFrom: '2009-04-15', validTo: '2014-12-31' },
        { value: company.name, validFrom: '2015-01-01' },
      ],
      addresses: [
        { street: 'Stará', buildingNumber: '1', validFrom: '2009-04-15', validTo: '2014-12-31' },
        {
          street: company.street.replace(/ \d+$/, ''),
          regNumber: 3_021,
          buildingNumber: company.street.replace(/^.* /, ''),
          postalCodes: [company.postcode],
          municipality: { value: company.city, code: 'SK0101528595', codelistCode: 'CL000025' },
          country: { value: 'Slovenská republika', code: '703', codelistCode: 'CL000086' },
          validFrom: '2015-01-01',
        },
      ],
      establishment: '2009-04-15',
      ...(hasEnded && { termination: '2021-06-30' }),
    })
    const history = number.endsWith('43') ? [true, false] : [number.endsWith('21')]
    return json(200, { results: history.map(entry), license: 'CC BY 4.0' })
  },
}
