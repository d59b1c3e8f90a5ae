import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

const RESOURCE = 'f004176c-b85f-4542-8901-7b3176f9a054'

const failed = (status: number, error: Record<string, unknown>) => json(status, { success: false, error })

/** By the last two digits. */
const statuses: Readonly<Record<string, string>> = {
  '11': 'מחוקה',
  '22': 'בפירוק מרצון',
  '33': 'חוסלה בפירוק מרצון',
  '44': 'מצב אחר',
}

/** GET /datastore_search. The last two digits decide: `statuses`, 55 no address, 66 a renamed column. */
export const ica: FakeRegister = {
  id: 'ica',
  throttled: () => html(409, 'Conflict'),
  answer: (call, { swapped }) => {
    if (call.method !== 'GET' || call.path !== '/datastore_search') return html(404, 'Not Found')
    if (call.query.get('resource_id') !== RESOURCE) {
      return failed(404, { __type: 'Not Found Error', message: 'Not found: Resource was not found.' })
    }
    const filters: { 'מספר חברה': number } = JSON.parse(call.query.get('filters') ?? '')
    const number = String(filters['מספר חברה'])
    const ending = number.slice(-2)
    if (ending === '66') return failed(409, { __type: 'Validation Error', filters: ['invalid column'] })
    const company = companyOf(number, 'בע~מ')
    const records = company
      ? [
          {
            'מספר חברה': swapped ? 520013954 : Number(number),
            'שם חברה': company.name,
            'שם באנגלית': company.name.replace('בע~מ', 'LTD').toUpperCase(),
            'סוג תאגיד': 'ישראלית חברה פרטית',
            'סטטוס חברה': statuses[ending] ?? 'פעילה',
            'תאריך התאגדות': '07/05/1998',
            'שם עיר': ending === '55' ? '' : company.city,
            'שם רחוב': ending === '55' ? '' : company.street.replace(/ \d+$/, ''),
            'מספר בית': ending === '55' ? '' : company.street.replace(/^\D+/, ''),
            מיקוד: ending === '55' ? null : Number(company.postcode),
          },
        ]
      : []
    return json(200, {
      success: true,
      result: { resource_id: RESOURCE, fields: [], records, total: records.length, limit: 1 },
    })
  },
}
