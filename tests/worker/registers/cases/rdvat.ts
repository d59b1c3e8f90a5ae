import { answer, published, type RegisterCases } from '../case.ts'

const soap = (result: string) =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ServiceResponse xmlns="https://rdws.rd.go.th/JserviceRD3/vatserviceRD3"><ServiceResult>${result}</ServiceResult></ServiceResponse></soap:Body></soap:Envelope>`

export const cases: RegisterCases = {
  cases: {
    'TH.TIN': [
      answer('0105536000001', 'a company registered for VAT', {
        status: null,
        facts: { vatSince: '1992-01-01' },
      }),
      answer('0105536000000', 'Data not found', 'NOT_COVERED'),
      answer('0105536000009', 'no name and no message', 'UNREADABLE'),
      answer('1', '500', 'UNAVAILABLE'),
    ],
  },
  recordings: {
    'https://rdws.rd.go.th/jsonRD/vatserviceRD3.asmx?WSDL': [
      published(
        'branches, missing fields, and a zero-width space in a name',
        { name: 'บริษัท ตัวอย่าง จำกัด', address: '10500' },
        soap(
          '{"NID":["0105536000001","0105536000001"],"TitleName":["บริษัท","บริษัท"],"Name":["ตัว\u200Bอย่าง จำกัด","ตัวอย่าง จำกัด"],"BranchNumber":[0,1],"PostCode":[10500,10110],"msgerr":null}',
        ),
      ),
    ],
  },
}
