import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

const DATASET = 'd_3f960c10fed6145404ca7b821f263b87'

const failed = (status: number, code: number, name: string, errorMsg: string) =>
  json(status, { code, name, data: null, errorMsg })

/**
 * GET /datastore_search. The last digit of a nine-character number decides: 1 deregistered, 2 unknown status, 3 neither
 * name nor address.
 */
export const acra: FakeRegister = {
  id: 'acra',
  throttled: () =>
    failed(429, 24, 'TOO_MANY_REQUESTS', 'Rate limit exceeded. Please try again in 10 seconds.'),
  answer: (call, { swapped }) => {
    if (call.method !== 'GET' || call.path !== '/datastore_search') return html(404, 'Not Found')
    if (call.query.get('resource_id') !== DATASET) return failed(404, 3, 'NOT_FOUND', 'Dataset not found')
    const { uen }: { uen: string } = JSON.parse(call.query.get('filters') ?? '')
    const company = companyOf(uen, 'PTE. LTD.')
    const kind = uen.length === 9 ? uen.charAt(7) : ''
    const records = company
      ? [
          {
            uen: swapped ? '197401143C' : uen,
            uen_status_desc: kind === '1' ? 'Deregistered' : kind === '2' ? 'Dormant' : 'Registered',
            entity_name: kind === '3' ? 'na' : company.name.toUpperCase(),
            entity_type_desc: uen.length === 9 ? 'Sole Proprietorship/ Partnership' : 'Local Company',
            uen_issue_date: '2008-09-09',
            reg_street_name: kind === '3' ? 'na' : company.street.replace(/ \d+$/, '').toUpperCase(),
            reg_postal_code: kind === '3' ? 'na' : `${company.postcode}0`,
          },
        ]
      : []
    return json(200, {
      success: true,
      result: {
        resource_id: DATASET,
        fields: [{ type: 'text', id: 'uen' }],
        records,
        limit: 1,
        filters: call.query.get('filters'),
      },
    })
  },
}
