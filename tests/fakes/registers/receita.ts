import { json, type Reply } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

const masked = (number: string) => number.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')

const standings: Readonly<Record<string, readonly [number, string]>> = {
  '01': [1, 'NULA'],
  '03': [3, 'SUSPENSA'],
  '04': [4, 'INAPTA'],
  '08': [8, 'BAIXADA'],
  '09': [9, 'NOVA'],
}

/** Differences between the two sources, by the last two digits. */
const mirrors: Readonly<Record<string, readonly [Said, Said]>> = {
  '11': ['unknown', 'held'],
  '12': ['down', 'held'],
  '13': ['unknown', 'down'],
  '14': ['down', 'unknown'],
  '15': ['another', 'another'],
  '16': ['refused', 'refused'],
}
type Said = 'held' | 'unknown' | 'another' | 'down' | 'refused'

const down = [html(504, 'An error occurred with your deployment'), html(502, 'Bad Gateway')] as const

/**
 * BrasilAPI at /api/cnpj/v1/{cnpj}, and its own source Minha Receita at /{cnpj}. The last two digits decide: `standings`
 * and `mirrors`.
 */
export const receita: FakeRegister = {
  id: 'receita',
  unavailable: (call) => down[call.path.startsWith('/api/') ? 0 : 1],
  answer: (call, { swapped }) => {
    const [, api, number = ''] = /^\/(api\/cnpj\/v1\/)?([^/]+)$/.exec(call.path) ?? []
    const isApi = api !== undefined
    const refused = (status: number, message: string, type: string, name: string): Reply =>
      json(status, { message, ...(isApi && { type, name }) })
    const invalid = () => refused(400, `CNPJ ${masked(number)} inválido.`, 'bad_request', 'BadRequestError')
    const unknown = (of: string) =>
      refused(404, `CNPJ ${masked(of)} não encontrado.`, 'not_found', 'NotFoundError')
    if (!/^[0-9A-Z]{12}\d{2}$/.test(number)) return invalid()
    const ending = number.slice(-2)
    const company = companyOf(number, 'LTDA')
    const said = mirrors[ending]?.[isApi ? 0 : 1] ?? (company ? 'held' : 'unknown')
    if (said === 'down') return down[isApi ? 0 : 1]
    if (said === 'refused') return invalid()
    if (said === 'another') return unknown('99999999000191')
    if (said === 'unknown' || !company) return unknown(number)
    const [situacao_cadastral, descricao_situacao_cadastral] = standings[ending] ?? [2, 'ATIVA']
    return json(200, {
      cnpj: swapped ? '99999999000191' : number,
      razao_social: company.name.toUpperCase(),
      nome_fantasia: company.name.replace(' LTDA', '').toUpperCase(),
      situacao_cadastral,
      descricao_situacao_cadastral,
      data_situacao_cadastral: '2013-10-03',
      data_inicio_atividade: '2013-10-03',
      natureza_juridica: 'Sociedade Empresária Limitada',
      descricao_tipo_de_logradouro: 'AVENIDA',
      logradouro: company.street.replace(/ \d+$/, '').toUpperCase(),
      numero: company.street.replace(/^\D+/, ''),
      complemento: '',
      bairro: 'CENTRO',
      cep: `${company.postcode}000`,
      municipio: company.city.toUpperCase(),
      uf: 'SP',
    })
  },
}
