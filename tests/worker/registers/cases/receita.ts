import { answer, publishedInTurn, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'BR.CNPJ': [
      answer('12345670000100', 'an active company', {
        name: 'SUMMIT MEDIA LTDA',
        address: 'AVENIDA MILL LANE, 44, CENTRO, KINGSFORD, SP, 61204000',
        status: 'ATIVA',
        facts: {
          tradeName: 'SUMMIT MEDIA',
          legalForm: 'Sociedade Empresária Limitada',
          startedOn: '2013-10-03',
          statusSince: '2013-10-03',
        },
      }),
      answer('12ABC34501DE35', 'a company whose number has letters', { name: 'CLEAR LOGISTICS LTDA' }),
      answer('12345670000103', 'suspended', { status: 'SUSPENSA' }),
      answer('12345670000104', 'unfit', { status: 'INAPTA' }),
      answer('12345670000108', 'closed', { registered: false, status: 'BAIXADA', name: 'BRIGHT TOOLS LTDA' }),
      answer('12345671000101', 'void', { registered: false, status: 'NULA' }),
      answer('12345670000109', 'an unknown status', 'unknown-status'),
      answer('12345673000100', 'no record on both hosts', 'NOT_COVERED'),
      answer('12345671000111', 'not found, but the second host finds it', { name: 'NORTHERN PRINT LTDA' }),
      answer('12345670000112', 'no record, but the second host finds it', { name: 'RIVER PAPER LTDA' }),
      answer('12345670000113', 'not found, and an outage of the second host', 'UNAVAILABLE'),
      answer('12345670000114', 'an outage, and not found on the second host', 'UNAVAILABLE'),
      answer('12345671000115', 'another number not found', 'WRONG_NUMBER'),
      answer('12345670000116', 'an invalid number', 'REFUSED'),
      answer('12345670000100', 'a timeout', 'TIMEOUT', { mode: 'hang' }),
      answer(
        '12345670000100',
        'a timeout, but the second host finds it',
        { name: 'SUMMIT MEDIA LTDA' },
        { mode: 'hang', times: 1 },
      ),
      answer(
        '12345670000100',
        'a response that is too large, and the second host finds it',
        { name: 'SUMMIT MEDIA LTDA' },
        { mode: 'huge', times: 1 },
      ),
    ],
  },
  recordings: {
    'https://github.com/BrasilAPI/BrasilAPI/blob/main/pages/docs/doc/cnpj.json': [
      ...['MARIA EXEMPLO 12345678909', '12.345.670 MARIA EXEMPLO'].map((razao_social) =>
        publishedInTurn(
          `a sole trader with a number in the name: ${razao_social}`,
          { name: 'MARIA EXEMPLO' },
          [{ body: { cnpj: '12345670000100', razao_social, situacao_cadastral: 2 } }],
        ),
      ),
      publishedInTurn(
        '403 for a refused user agent, and a company from the second service',
        { name: 'EXEMPLO LTDA', address: '10, SAO PAULO, SP, 01311902', status: 'ATIVA' },
        [
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
      ),
    ],
  },
}
