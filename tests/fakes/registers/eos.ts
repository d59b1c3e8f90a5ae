import { companyOf } from './company.ts'
import { type FakeRegister, soap } from './register.ts'

const NAMESPACE = 'http://eori.ws.eos.dds.s/'
const MOST = 10

const answer = (content: string) =>
  soap(
    'S',
    200,
    `<ns0:validateEORIResponse xmlns:ns0="${NAMESPACE}"><return><requestDate>24/11/2026</requestDate>${content}</return></ns0:validateEORIResponse>`,
  )
const fault = (code: string, text: string) =>
  soap(
    'S',
    500,
    `<S:Fault xmlns:ns4="http://www.w3.org/2003/05/soap-envelope"><faultcode>S:${code}</faultcode><faultstring>${text}</faultstring></S:Fault>`,
  )

/** By the last four digits. */
const results: Readonly<Record<string, string>> = {
  '0902': '<status>2</status><statusDescr>Unheard of</statusDescr>',
  '0903': '<status>1</status><statusDescr>Valid</statusDescr>',
  '0904': '<status>0</status><statusDescr>Not valid</statusDescr>',
  '0905': '<status>1</status><statusDescr>Not valid</statusDescr><errorReason>Error</errorReason>',
  '0906': '<status>0</status>',
}
const LEFT_OUT = '0909'

/** validateEORI. A number's last digit decides whether its holder agreed to be named: 0 to 4 did. */
export const eos: FakeRegister = {
  id: 'eos',
  unavailable: () => fault('Server', 'Internal error'),
  answer: (call, { swapped }) => {
    const request = new RegExp(`<(\\w+):validateEORI xmlns:\\1="${NAMESPACE}">(.*)</\\1:validateEORI>`, 's')
    const [, prefix, body = ''] = request.exec(call.body) ?? []
    const numbers = [
      ...body.matchAll(new RegExp(`<${prefix}:eori>([A-Z0-9]{3,17})</${prefix}:eori>`, 'g')),
    ].map(([, number = '']) => number)
    const isSoap = call.headers['content-type']?.startsWith('text/xml') && call.headers.soapaction === '""'
    if (call.method !== 'POST' || call.path !== '/validation' || !isSoap || numbers.length === 0) {
      return fault('Client', 'Cannot find dispatch method')
    }
    if (numbers.length > MOST) return fault('Server', 'Too many EORI numbers')
    if (numbers.some((number) => number.endsWith('0911'))) {
      return answer('<errorDescription>Error</errorDescription>')
    }
    return answer(numbers.map((number) => resultOf(number, swapped)).join(''))
  },
}

function resultOf(number: string, swapped: boolean): string {
  if (number.endsWith(LEFT_OUT)) return ''
  const eori = swapped ? 'DE999999999999999' : number
  return `<result><eori>${eori}</eori>${results[number.slice(-4)] ?? verdictOf(number)}</result>`
}

function verdictOf(number: string): string {
  const company = companyOf(number, 'Ltd')
  if (!company) return '<status>1</status><statusDescr>Not valid</statusDescr>'
  const named = `<name>${company.name}</name><street>${company.street}</street><postalCode>${company.postcode}</postalCode><city>${company.city}</city><country>Germany</country>`
  return `<status>0</status><statusDescr>Valid</statusDescr>${/[0-4]\D*$/.test(number) ? named : ''}`
}
