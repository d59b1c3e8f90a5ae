import { elementsAt, escapeXml, parseXml, textAt } from '#worker/lib/xml.ts'
import { found, noAnswer, notFound, toFailure, unknownStatus } from './answers.ts'
import { reasonsOf } from './reasons.ts'
import type { Register } from './register.ts'
import { isTodayOrPast, joinWords } from './texts.ts'

const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'

const reasonOf = reasonsOf({
  NOT_COVERED: 'EPIT_NF',
  REFUSED: 'WRONG_AFM',
  BLOCKED:
    'TOKEN_USERNAME_NOT_DEFINED TOKEN_USERNAME_NOT_AUTHENTICATED TOKEN_USERNAME_NOT_ACTIVE AFM_CALLED_BY_BLOCKED AFM_CALLED_BY_NOT_ALLOWED AFM_CALLED_BY_NOT_FOUND',
  THROTTLED: 'FAILURES_TOLERATED_EXCEEDED MAX_DAILY_USERNAME_CALLS_EXCEEDED MONTHLY_LIMIT_EXCEEDED',
  UNAVAILABLE: 'SERVICE_NOT_ACTIVE MSG_TO_TAXISNET_ERROR',
})

/** https://www.aade.gr, RgWsPublic2. Each look-up is reported to its taxpayer, so it is only a fallback. */
export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const { AADE_USERNAME = '', AADE_PASSWORD = '' } = http.settings
  const response = await http.request('/RgWsPublic2', {
    method: 'POST',
    headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
    body: `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:s="http://rgwspublic2/RgWsPublic2Service" xmlns:r="http://rgwspublic2/RgWsPublic2"><e:Header><w:Security xmlns:w="${SECURITY}"><w:UsernameToken><w:Username>${escapeXml(AADE_USERNAME)}</w:Username><w:Password>${escapeXml(AADE_PASSWORD)}</w:Password></w:UsernameToken></w:Security></e:Header><e:Body><s:rgWsPublic2AfmMethod><s:INPUT_REC><r:afm_called_by/><r:afm_called_for>${compact}</r:afm_called_for></s:INPUT_REC></s:rgWsPublic2AfmMethod></e:Body></e:Envelope>`,
  })
  const envelope = response.status === 200 ? await parseXml(response.text) : undefined
  const [result] = elementsAt(
    envelope,
    'Body/rgWsPublic2AfmMethodResponse/result/rg_ws_public2_result_rtType',
  )
  if (!result) return envelope?.name === 'Envelope' ? noAnswer('UNAVAILABLE') : toFailure(response)
  const error = textAt(result, 'error_rec/error_code')?.replace('RG_WS_PUBLIC_', '')
  if (error === 'TAXPAYER_NF') return notFound
  if (error !== undefined) {
    const reason = reasonOf(error)
    return reason ? noAnswer(reason, error) : unknownStatus('aade', error)
  }
  const field = (name: string) => textAt(result, `basic_rec/${name}`)
  if (field('afm') !== compact) return noAnswer(field('afm') === undefined ? 'UNREADABLE' : 'WRONG_NUMBER')
  const flag = field('deactivation_flag')
  if (flag !== '1' && flag !== '2') return unknownStatus('aade', flag)
  const isVat = field('normal_vat_system_flag') === 'Y'
  const isActive = flag === '1'
  const hasStopped = isTodayOrPast(field('stop_date'), 'Europe/Athens')
  return found({
    registered: isActive && !hasStopped,
    // Someone whose business has stopped keeps the number. Only the VAT registration ends.
    proves: isActive && (isVat || hasStopped) ? 'vat_registration' : 'business',
    name: field('onomasia'),
    address: [
      joinWords(field('postal_address'), field('postal_address_no')),
      joinWords(field('postal_zip_code'), field('postal_area_description')),
    ],
    status: isActive ? field('firm_flag_descr') : 'deactivated',
    facts: {
      tradeName: field('commer_title'),
      legalForm: field('legal_status_descr'),
      registeredOn: field('regist_date'),
      endedOn: field('stop_date'),
      vatRegistered: String(isVat),
    },
  })
}
