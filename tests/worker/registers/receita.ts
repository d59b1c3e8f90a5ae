import { receita } from '#worker/registers/receita.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'BR.CNPJ', compact })
const held = number('12345670000100')

export const receitaCases: RegisterCases = {
  register: receita,
  held,
  cases: [
    {
      ...held,
      response: 'an active company',
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
      response: 'a company whose number has letters',
      expected: { registered: true, name: 'CLEAR LOGISTICS LTDA' },
    },
    {
      ...number('12345670000103'),
      response: 'suspended',
      expected: { registered: true, status: 'SUSPENSA' },
    },
    { ...number('12345670000104'), response: 'unfit', expected: { registered: true, status: 'INAPTA' } },
    {
      ...number('12345670000108'),
      response: 'closed',
      expected: { registered: false, status: 'BAIXADA', name: 'BRIGHT TOOLS LTDA' },
    },
    { ...number('12345671000101'), response: 'void', expected: { registered: false, status: 'NULA' } },
    { ...number('12345670000109'), response: 'an unknown status', expected: 'UNREADABLE' },
    { ...number('12345673000100'), response: 'no record on both hosts', expected: 'NOT_COVERED' },
    {
      ...number('12345671000111'),
      response: 'not found, but the second host finds it',
      expected: { registered: true, name: 'NORTHERN PRINT LTDA' },
    },
    {
      ...number('12345670000112'),
      response: 'no record, but the second host finds it',
      expected: { registered: true, name: 'RIVER PAPER LTDA' },
    },
    {
      ...number('12345670000113'),
      response: 'not found, and an outage of the second host',
      expected: 'UNAVAILABLE',
    },
    {
      ...number('12345670000114'),
      response: 'an outage, and not found on the second host',
      expected: 'UNAVAILABLE',
    },
    { ...number('12345671000115'), response: 'another number not found', expected: 'WRONG_NUMBER' },
    { ...number('12345670000116'), response: 'an invalid number', expected: 'REFUSED' },
    { ...held, response: 'a record of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: 'too many requests', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'an outage', mode: 'down', expected: 'UNAVAILABLE' },
    { ...held, response: 'a timeout', mode: 'hang', expected: 'TIMEOUT' },
    {
      ...held,
      response: 'a timeout, but the second host finds it',
      mode: 'hang',
      times: 1,
      expected: { registered: true, name: 'SUMMIT MEDIA LTDA' },
    },
    {
      ...held,
      response: 'a response that is too large, and the second host finds it',
      mode: 'huge',
      times: 1,
      expected: { registered: true, name: 'SUMMIT MEDIA LTDA' },
    },
  ],
  recordings: [
    {
      ...held,
      response: '404 of both services',
      source: 'https://github.com/BrasilAPI/BrasilAPI/blob/main/tests/cnpj-v1.test.js',
      answers: [
        {
          status: 404,
          body: {
            message: 'CNPJ 12.345.670/0001-00 não encontrado.',
            type: 'not_found',
            name: 'NotFoundError',
          },
        },
        { status: 404, body: { message: 'CNPJ 12.345.670/0001-00 não encontrado.' } },
      ],
      expected: 'NOT_COVERED',
    },
    {
      ...held,
      response: '403 for a refused user agent, and a company from the second service',
      source: 'https://github.com/BrasilAPI/BrasilAPI/blob/main/pages/docs/doc/cnpj.json',
      answers: [
        { status: 403, type: 'text/html', body: 'Forbidden' },
        {
          body: {
            cnpj: '12345670000100',
            razao_social: 'EXEMPLO LTDA',
            situacao_cadastral: 2,
            descricao_situacao_cadastral: 'ATIVA',
            numero: 10,
            cep: '01311902',
            municipio: 'SAO PAULO',
            uf: 'SP',
            nome_fantasia: null,
          },
        },
      ],
      expected: {
        registered: true,
        name: 'EXEMPLO LTDA',
        address: '10, SAO PAULO, SP, 01311902',
        status: 'ATIVA',
      },
    },
  ],
}
