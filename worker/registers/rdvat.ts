import * as z from 'zod/mini'
import { textAt } from '#worker/lib/xml.ts'
import { found, noAnswer } from './answers.ts'
import { optional, readOk, textOrNumber } from './json.ts'
import type { Register } from './register.ts'
import { callSoap } from './soap.ts'
import { cleanText, joinWords } from './texts.ts'

const NAMESPACE = 'https://rdws.rd.go.th/JserviceRD3/vatserviceRD3'

const texts = optional(z.array(z.nullable(textOrNumber)))

/** Each field is a list with an entry per branch; `-` is empty. */
const resultSchema = z.object({
  NID: texts,
  TitleName: texts,
  Name: texts,
  Surname: texts,
  BuildingName: texts,
  HouseNumber: texts,
  MooNumber: texts,
  SoiName: texts,
  StreetName: texts,
  Thambol: texts,
  Amphur: texts,
  Province: texts,
  PostCode: texts,
  BusinessFirstDate: texts,
  msgerr: texts,
})
type Field = keyof z.infer<typeof resultSchema>

/** The VAT register of the Revenue Department, https://rdws.rd.go.th. Holders of other tax IDs are not in it. */
export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const { response, answer } = await callSoap(http, '/jsonRD/vatserviceRD3.asmx', {
    action: `${NAMESPACE}/Service`,
    body: `<Service xmlns="${NAMESPACE}"><username>anonymous</username><password>anonymous</password><TIN>${compact}</TIN><Name></Name><ProvinceCode>0</ProvinceCode><BranchNumber>0</BranchNumber><AmphurCode>0</AmphurCode></Service>`,
  })
  const text = textAt(answer, 'ServiceResponse/ServiceResult') ?? ''
  const result = readOk(resultSchema, { ...response, text })
  const first = (field: Field) => cleanText(result[field]?.[0])
  const name = first('Name')
  if (name === null) {
    return noAnswer(/not found|ไม่พบข้อมูล/i.test(first('msgerr') ?? '') ? 'NOT_COVERED' : 'UNREADABLE')
  }
  if (first('NID') !== compact) return noAnswer('WRONG_NUMBER')
  return found({
    registered: true,
    name: joinWords(first('TitleName'), name, first('Surname')),
    address: [
      first('BuildingName'),
      joinWords(first('HouseNumber'), first('MooNumber') && `หมู่ ${first('MooNumber')}`),
      first('SoiName'),
      first('StreetName'),
      first('Thambol'),
      first('Amphur'),
      joinWords(first('Province'), first('PostCode')),
    ],
    facts: { vatSince: first('BusinessFirstDate') },
  })
}
