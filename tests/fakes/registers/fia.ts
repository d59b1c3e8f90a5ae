import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import type { FakeRegister } from './register.ts'

/** GET by number. A number that ends with 11 is a school, with 12 an association. */
export const fia: FakeRegister = {
  id: 'fia',
  answer: (call, { swapped }) => {
    const [, list, number] = /^\/(\w+)\/(\d{8})$/.exec(call.path) ?? []
    const company = number === undefined ? undefined : companyOf(number, '商行')
    const home = number?.endsWith('11')
      ? 'schoolBanData'
      : number?.endsWith('12')
        ? 'nonBusinessUnit'
        : 'businessRegistration'
    if (!company || list !== home) return json(404, { status: 404, error: 'Not Found' })
    const ban = swapped ? '04595257' : number
    if (home !== 'businessRegistration') return json(200, { ban, unitNm: company.name })
    return json(200, {
      ban,
      businessNm: company.name,
      businessAddress: `臺北市信義區${company.street}`,
      businessSetupDate: '0950321',
      businessType: '獨資',
      isUseInvoice: 'Y',
    })
  },
}
