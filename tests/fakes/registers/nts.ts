import { type Call, json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { REGISTER_KEYS } from './keys.ts'
import type { FakeRegister } from './register.ts'

/** Answers of the gateway in front of the service. */
const stopped = (status: number, code: number, msg: string) => json(status, { code, msg })
const refused = (status: number, status_code: string) => json(status, { status_code })

/** By the last four digits. */
const errors: Readonly<Record<string, ReturnType<typeof json>>> = {
  '0400': refused(400, 'BAD_JSON_REQUEST'),
  '0411': refused(411, 'REQUEST_DATA_MALFORMED'),
  '0413': refused(413, 'TOO_LARGE_REQUEST'),
  '0500': refused(500, 'INTERNAL_ERROR'),
  '0503': refused(503, 'HTTP_ERROR'),
  '0001': stopped(400, -1, '시스템 내부 오류가 발생하였습니다.'),
  '0002': stopped(400, -2, '요청하신 파라미터가 적합하지 않습니다.'),
  '0003': stopped(400, -3, '등록되지 않은 서비스 입니다.'),
  '0004': stopped(200, -4, '등록되지 않은 인증키 입니다.'),
  '0009': stopped(400, -9, '종료된 서비스 입니다.'),
  '0010': stopped(400, -10, '트래픽 허용 횟수를 초과하였습니다.'),
  '0999': stopped(400, -999, 'UNKNOWN'),
}

const kinds: Readonly<Record<string, readonly [string, string]>> = {
  '30': ['부가가치세 간이과세자', '02'],
  '40': ['부가가치세 면세사업자', '04'],
}
const general = ['부가가치세 일반과세자', '01'] as const

/**
 * POST /status, up to 100 numbers. The two digits before the check digit decide: 25 closed, 26 suspended, 27 unknown
 * status, 28 empty, 29 left out, 30 simplified taxpayer, 40 exempt.
 */
export const nts: FakeRegister = {
  id: 'nts',
  throttled: () => stopped(400, -10, '트래픽 허용 횟수를 초과하였습니다.'),
  unavailable: () => refused(503, 'HTTP_ERROR'),
  answer: (call, { swapped }) => {
    if (!isKeyRight(call)) return stopped(401, -401, '유효하지 않은 인증키 입니다.')
    if (call.method !== 'POST' || call.path !== '/status')
      return stopped(400, -3, '등록되지 않은 서비스 입니다.')
    const { b_no: numbers }: { b_no?: string[] } = JSON.parse(call.body)
    const [first] = numbers ?? []
    if (!numbers || !first) return refused(411, 'REQUEST_DATA_MALFORMED')
    if (numbers.length > 100) return refused(413, 'TOO_LARGE_REQUEST')
    const error = numbers.map((number) => errors[number.slice(-4)]).find(Boolean)
    if (error) return error
    const match_cnt = numbers.filter(isHeld).length
    return json(200, {
      status_code: 'OK',
      ...(match_cnt > 0 && { match_cnt }),
      data: numbers.flatMap((number) => (isLeftOut(number) ? [] : entryOf(number, swapped))),
    })
  },
}

const isHeld = (number: string) => companyOf(number, '주식회사') !== undefined
const isLeftOut = (number: string) => number.slice(7, 9) === '29'

function entryOf(number: string, swapped: boolean) {
  const kind = number.slice(7, 9)
  const [tax_type, tax_type_cd] = kinds[kind] ?? general
  const standing = kind === '25' ? '03' : kind === '26' ? '02' : kind === '27' ? '09' : '01'
  const words: Readonly<Record<string, string>> = { '01': '계속사업자', '02': '휴업자', '03': '폐업자' }
  const isKnown = isHeld(number)
  return {
    b_no: swapped ? '2208162517' : number,
    b_stt: isKnown && kind !== '28' ? (words[standing] ?? '') : '',
    b_stt_cd: isKnown && kind !== '28' ? standing : '',
    tax_type: isKnown ? (kind === '28' ? '' : tax_type) : '국세청에 등록되지 않은 사업자등록번호입니다.',
    tax_type_cd: isKnown && kind !== '28' ? tax_type_cd : '',
    end_dt: standing === '03' ? '20240331' : '',
    tax_type_change_dt: kind === '30' ? '20210701' : '',
  }
}

const isKeyRight = (call: Call) =>
  call.headers.authorization === `Infuser ${REGISTER_KEYS.NTS_SERVICE_KEY}` ||
  call.query.get('serviceKey') === REGISTER_KEYS.NTS_SERVICE_KEY
