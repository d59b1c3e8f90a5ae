import { companyOf } from './company.ts'
import { type FakeRegister, soap } from './register.ts'

const NAMESPACE = 'http://adis.mfcr.cz/rozhraniCRPDPH/'
const envelope = (status: number, content: string) => soap('soapenv', status, content)
const answer = (code: number, text: string, subject = '') =>
  envelope(
    200,
    `<StatusNespolehlivySubjektRozsirenyResponse xmlns="${NAMESPACE}"><status odpovedGenerovana="2026-11-20" statusCode="${code}" statusText="${text}"/>${subject}</StatusNespolehlivySubjektRozsirenyResponse>`,
  )

/** By the last two digits. Other numbers are VAT payers. */
const kinds: Readonly<Record<string, string>> = {
  '21': 'IDENTIFIKOVANA_OSOBA',
  '22': 'SKUPINA_DPH',
  '23': 'NESPOLEHLIVA_OSOBA',
  '24': 'NEZNAMY',
}
const codes: Readonly<Record<string, number>> = { '31': 1, '32': 2, '33': 3, '35': 9 }

export const adis: FakeRegister = {
  id: 'adis',
  unavailable: () => answer(3, 'Služba je nedostupná'),
  answer: (call, { swapped }) => {
    const numbers = [...call.body.matchAll(/<dic>(\d{8,10})<\/dic>/g)].map(([, number = '']) => number)
    const isOperation =
      call.headers.soapaction === `"${NAMESPACE}getStatusNespolehlivySubjektRozsirenyV2"` &&
      call.body.includes(`<StatusNespolehlivySubjektRozsirenyV2Request xmlns="${NAMESPACE}">`)
    if (call.method !== 'POST' || !isOperation || numbers.length === 0) {
      return envelope(500, '<soapenv:Fault><faultcode>soapenv:Server</faultcode></soapenv:Fault>')
    }
    if (numbers.length > 100) return answer(1, 'Dotaz obsahuje více než 100 DIČ')
    const code = numbers.map((number) => codes[number.slice(-2)]).find((one) => one !== undefined)
    if (code !== undefined) return answer(code, 'Chyba')
    return answer(0, 'OK', numbers.map((number) => subjectOf(number, swapped)).join(''))
  },
}

function subjectOf(number: string, swapped: boolean): string {
  const dic = swapped ? '25026534' : number
  const company = companyOf(number, 's.r.o.')
  if (!company) return `<statusSubjektu typSubjektu="NENALEZEN" dic="${dic}"/>`
  const kind = kinds[number.slice(-2)] ?? 'PLATCE_DPH'
  return `<statusSubjektu typSubjektu="${kind}" dic="${dic}" nespolehlivyPlatce="NE" cisloFu="457"><nazevSubjektu>${company.name}</nazevSubjektu><adresa><uliceCislo>${company.street}</uliceCislo><castObce>STARÉ MĚSTO</castObce><mesto>${company.city}</mesto><psc>${company.postcode}</psc><stat>ČESKÁ REPUBLIKA</stat></adresa></statusSubjektu>`
}
