import type { Reply } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { REGISTER_KEYS } from './keys.ts'
import { type FakeRegister, html } from './register.ts'

const { AADE_USERNAME, AADE_PASSWORD } = REGISTER_KEYS

const envelope = (body: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/soap+xml; charset=utf-8' },
  body: `<?xml version='1.0' encoding='UTF-8'?><env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><env:Header/><env:Body>${body}</env:Body></env:Envelope>`,
})
const fields = (values: Readonly<Record<string, string | undefined>>) =>
  Object.entries(values)
    .map(([name, value]) =>
      value === undefined ? `<${name} xsi:nil="true"/>` : `<${name}>${value}</${name}>`,
    )
    .join('')
const result = (error: string | undefined, basic: Readonly<Record<string, string | undefined>>) =>
  envelope(
    `<srvc:rgWsPublic2AfmMethodResponse xmlns="http://rgwspublic2/RgWsPublic2" xmlns:srvc="http://rgwspublic2/RgWsPublic2Service"><srvc:result><rg_ws_public2_result_rtType><call_seq_id>1</call_seq_id><error_rec>${fields({ error_code: error && `RG_WS_PUBLIC_${error}`, error_descr: error && 'Σφάλμα' })}</error_rec><basic_rec>${fields(basic)}</basic_rec></rg_ws_public2_result_rtType></srvc:result></srvc:rgWsPublic2AfmMethodResponse>`,
  )
const refused = (error: string) => result(error, { afm: undefined, onomasia: undefined })

/** By the last two digits. */
const errors: Readonly<Record<string, string>> = {
  '91': 'EPIT_NF',
  '92': 'WRONG_AFM',
  '93': 'MONTHLY_LIMIT_EXCEEDED',
  '94': 'SERVICE_NOT_ACTIVE',
  '95': 'AFM_CALLED_BY_BLOCKED',
}
const others: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  '81': { deactivation_flag: '2' },
  '82': { stop_date: '2020-12-31', firm_flag_descr: 'ΠΡΩΗΝ ΕΠΙΤΗΔΕΥΜΑΤΙΑΣ' },
  '83': { normal_vat_system_flag: 'N' },
  '84': { deactivation_flag: undefined },
}
const FAULT = '96'

/** POST /RgWsPublic2, SOAP 1.2 with WS-Security. */
export const aade: FakeRegister = {
  id: 'aade',
  unavailable: () => refused('SERVICE_NOT_ACTIVE'),
  throttled: () => refused('MAX_DAILY_USERNAME_CALLS_EXCEEDED'),
  answer: (call, { swapped }) => {
    const field = (name: string) => new RegExp(`:${name}>([^<]*)</`).exec(call.body)?.[1]
    const afm = field('afm_called_for')
    if (call.method !== 'POST' || call.path !== '/RgWsPublic2' || !afm) return html(404, 'Not Found')
    const password = AADE_PASSWORD.replace('<', '&lt;').replace('>', '&gt;')
    if (field('Username') !== AADE_USERNAME || field('Password') !== password)
      return refused('TOKEN_USERNAME_NOT_AUTHENTICATED')
    const digits = afm.slice(-2)
    if (digits === FAULT)
      return envelope('<env:Fault><env:Code><env:Value>env:Receiver</env:Value></env:Code></env:Fault>')
    const error = errors[digits]
    const company = companyOf(afm, 'Α.Ε.')
    if (error !== undefined || !company) return refused(error ?? 'TAXPAYER_NF')
    const [, street, number] = /^(.*) (\d+)$/.exec(company.street) ?? []
    return result(undefined, {
      afm: swapped ? '090165560' : `${afm}  `,
      deactivation_flag: '1',
      firm_flag_descr: 'ΕΠΙΤΗΔΕΥΜΑΤΙΑΣ',
      onomasia: company.name,
      legal_status_descr: 'ΑΕ',
      postal_address: street,
      postal_address_no: number,
      postal_zip_code: company.postcode,
      postal_area_description: company.city,
      regist_date: '1995-03-01',
      stop_date: undefined,
      normal_vat_system_flag: 'Y',
      ...others[digits],
    })
  },
}
