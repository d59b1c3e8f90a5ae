import { companyOf } from './company.ts'
import { type FakeRegister, html, soap } from './register.ts'

const NAMESPACE = 'https://rdws.rd.go.th/JserviceRD3/vatserviceRD3'
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const answer = (result: unknown) =>
  soap(
    'soap',
    200,
    `<ServiceResponse xmlns="${NAMESPACE}"><ServiceResult>${escaped(JSON.stringify(result))}</ServiceResult></ServiceResponse>`,
  )

/** POST /jsonRD/vatserviceRD3.asmx. Numbers that end with 9 have empty fields and no message. */
export const rdvat: FakeRegister = {
  id: 'rdvat',
  answer: (call, { swapped }) => {
    const [, number] = /<TIN>(\d{13})<\/TIN>/.exec(call.body) ?? []
    const isRight =
      call.path === '/jsonRD/vatserviceRD3.asmx' &&
      call.headers.soapaction === `"${NAMESPACE}/Service"` &&
      call.body.includes('<username>anonymous</username>')
    if (!isRight || number === undefined) return html(500, 'Server Error')
    const company = companyOf(number, 'จำกัด')
    if (number.endsWith('9')) return answer({ NID: null, Name: ['-'], msgerr: [''] })
    if (!company) return answer({ NID: null, Name: null, msgerr: ['ไม่พบข้อมูล / Data not found'] })
    return answer({
      NID: [swapped ? '0107537000521' : number],
      TitleName: ['บริษัท'],
      Name: [company.name],
      Surname: ['-'],
      BranchNumber: [0],
      BuildingName: ['-'],
      HouseNumber: [company.street.replace(/^.* /, '')],
      MooNumber: ['4'],
      SoiName: ['-'],
      StreetName: [company.street.replace(/ \d+$/, '')],
      Thambol: ['สีลม'],
      Amphur: ['บางรัก'],
      Province: ['กรุงเทพมหานคร'],
      PostCode: ['10500'],
      BusinessFirstDate: ['1992/01/01'],
      msgerr: [''],
    })
  },
}
