import { receita } from '#worker/registers/clients/receita.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'BR.CNPJ', compact })
const held = number('12345670000100')

export const receitaCases: RegisterCases = {
  register: receita,
  held,
  cases: [
    {
      ...held,
      says: 'an active company',
      expected: {
        registered: true,
        proves: 'business',
        name: 'SUMMIT MEDIA LTDA',
        address: 'AVENIDA MILL LANE, 44, CENTRO, KINGSFORD, SP, 61204000',
        status: 'ATIVA',
        receipt: null,
        facts: {
          tradeName: 'SUMMIT MEDIA',
          legalForm: 'Sociedade Empresária Limitada',
          startedOn: '2013-10-03',
          statusSince: '2013-10-03',
        },
      },
    },
    {
      ...number('12ABC34501DE35'),
      says: 'a company whose number has letters',
      expected: { registered: true, name: 'CLEAR LOGISTICS LTDA' },
    },
    { ...number('12345670000103'), says: 'suspended', expected: { registered: true, status: 'SUSPENSA' } },
    { ...number('12345670000104'), says: 'unfit', expected: { registered: true, status: 'INAPTA' } },
    {
      ...number('12345670000108'),
      says: 'closed',
      expected: { registered: false, status: 'BAIXADA', name: 'BRIGHT TOOLS LTDA' },
    },
    { ...number('12345671000101'), says: 'void', expected: { registered: false, status: 'NULA' } },
    { ...number('12345670000109'), says: 'a standing nobody foresaw', expected: 'UNREADABLE' },
    { ...number('12345673000100'), says: 'nothing, and the other neither', expected: 'NOT_COVERED' },
    {
      ...number('12345671000111'),
      says: 'nothing of it, but found by the second',
      expected: { registered: true, name: 'NORTHERN PRINT LTDA' },
    },
    {
      ...number('12345670000112'),
      says: 'nothing, but found by the second',
      expected: { registered: true, name: 'RIVER PAPER LTDA' },
    },
    { ...number('12345670000113'), says: 'nothing of it, and the second no answer', expected: 'UNAVAILABLE' },
    { ...number('12345670000114'), says: 'no answer, and the second nothing of it', expected: 'UNAVAILABLE' },
    { ...number('12345671000115'), says: 'another number not found', expected: 'WRONG_NUMBER' },
    { ...number('12345670000116'), says: 'that the number is invalid', expected: 'REFUSED' },
    { ...held, says: 'something of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, says: 'that there were too many calls', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, says: 'that it is down', mode: 'down', expected: 'UNAVAILABLE' },
    { ...held, says: 'nothing in time', mode: 'hang', expected: 'TIMEOUT' },
    {
      ...held,
      says: 'nothing in time, but found by the second',
      mode: 'hang',
      times: 1,
      expected: { registered: true, name: 'SUMMIT MEDIA LTDA' },
    },
    {
      ...held,
      says: 'too much, but found by the second',
      mode: 'huge',
      times: 1,
      expected: { registered: true, name: 'SUMMIT MEDIA LTDA' },
    },
  ],
}
