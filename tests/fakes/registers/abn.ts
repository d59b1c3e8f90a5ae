import type { Call, Reply } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { REGISTER_KEYS } from './keys.ts'
import { type FakeRegister, html } from './register.ts'

const blank = {
  Abn: '',
  AbnStatus: '',
  AbnStatusEffectiveFrom: '',
  Acn: '',
  AddressDate: null as string | null,
  AddressPostcode: '',
  AddressState: '',
  BusinessName: [] as string[],
  EntityName: '',
  EntityTypeCode: '',
  EntityTypeName: '',
  Gst: null as string | null,
  Message: '',
}

const padded = (call: Call, record: Partial<typeof blank>): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
  body: `${call.query.get('callback') ?? 'callback'}(${JSON.stringify({ ...blank, ...record })})`,
})

/**
 * GET /AbnDetails.aspx, always 200. The last two digits decide: 11 canceled, 22 not registered for GST, 33 not disclosed.
 */
export const abn: FakeRegister = {
  id: 'abn',
  unavailable: (call) => padded(call, { Message: 'There was a problem completing your request.' }),
  answer: (call, { swapped }) => {
    const number = call.query.get('abn') ?? ''
    if (call.path !== '/AbnDetails.aspx') return html(404, 'The resource cannot be found.')
    if (call.query.get('guid') !== REGISTER_KEYS.ABN_LOOKUP_GUID) {
      return padded(call, { Message: 'The GUID entered is not recognised as a Registered Party' })
    }
    const company = /^\d{11}$/.test(number) ? companyOf(number, 'Pty Ltd') : undefined
    if (!company) return padded(call, { Message: 'Search text is not a valid ABN or ACN' })
    const isCancelled = number.endsWith('11')
    const isSilent = number.endsWith('33')
    return padded(call, {
      Abn: swapped ? '51824753556' : number,
      AbnStatus: isCancelled ? 'Cancelled' : 'Active',
      AbnStatusEffectiveFrom: '2017-09-27',
      Acn: number.slice(2),
      EntityTypeName: 'Australian Private Company',
      Gst: isCancelled || number.endsWith('22') ? null : '2018-01-01',
      ...(!isSilent && {
        AddressPostcode: company.postcode.slice(0, 4),
        AddressState: 'NSW',
        BusinessName: [company.name.replace(' Pty Ltd', '')],
        EntityName: company.name.toUpperCase(),
      }),
    })
  },
}
