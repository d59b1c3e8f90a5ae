import { rdvat } from '#worker/registers/rdvat.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'TH.TIN', compact })
const held = number('0105536000001')

const soap = (result: string) =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ServiceResponse xmlns="https://rdws.rd.go.th/JserviceRD3/vatserviceRD3"><ServiceResult>${result}</ServiceResult></ServiceResponse></soap:Body></soap:Envelope>`

export const rdvatCases: RegisterCases = {
  register: rdvat,
  held,
  cases: [
    {
      ...held,
      response: 'a company registered for VAT',
      expected: {
        registered: true,
        proves: 'vat-registration',
        status: null,
        receipt: null,
        facts: { vatSince: '1992/01/01' },
      },
    },
    { ...number('0105536000000'), response: 'Data not found', expected: 'NOT_COVERED' },
    { ...number('0105536000009'), response: 'no name and no message', expected: 'UNREADABLE' },
    { ...number('1'), response: '500', expected: 'UNAVAILABLE' },
    { ...held, response: 'another company', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: '429', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: '503', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      ...held,
      response: 'branches, and fields that are missing',
      source: 'https://rdws.rd.go.th/jsonRD/vatserviceRD3.asmx?WSDL',
      answers: [
        {
          body: soap(
            '{"NID":["0105536000001","0105536000001"],"TitleName":["บริษัท","บริษัท"],"Name":["ตัวอย่าง จำกัด","ตัวอย่าง จำกัด"],"BranchNumber":[0,1],"PostCode":[10500,10110],"msgerr":null}',
          ),
        },
      ],
      expected: { registered: true, name: 'บริษัท ตัวอย่าง จำกัด', address: '10500' },
    },
  ],
}
