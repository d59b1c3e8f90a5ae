import * as z from 'zod/mini'
import { catchFailure, found, noAnswer, toFailure, unknownStatus } from './answers.ts'
import { MINHA_RECEITA } from './constants.ts'
import { optionalText, parseJson, readOk } from './json.ts'
import type { Register, RegisterAnswer, RegisterHttp } from './register.ts'
import { joinWords } from './texts.ts'

/** https://brasilapi.com.br/docs#tag/CNPJ and https://docs.minhareceita.org. After a data loss, both knew no number. */
const companySchema = z.object({
  cnpj: z.string(),
  razao_social: optionalText,
  nome_fantasia: optionalText,
  situacao_cadastral: z.number(),
  descricao_situacao_cadastral: optionalText,
  data_situacao_cadastral: optionalText,
  data_inicio_atividade: optionalText,
  natureza_juridica: optionalText,
  descricao_tipo_de_logradouro: optionalText,
  logradouro: optionalText,
  numero: optionalText,
  complemento: optionalText,
  bairro: optionalText,
  cep: optionalText,
  municipio: optionalText,
  uf: optionalText,
})
const refusedSchema = z.object({ message: z.string() })

/** Void 1, active 2, suspended 3, declared unfit 4, closed 8. */
const standings: ReadonlyMap<number, boolean> = new Map([
  [1, false],
  [2, true],
  [3, true],
  [4, true],
  [8, false],
])

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const timeout = http.timeLeft() / 2
  const first = await catchFailure(() => ask(http, `/api/cnpj/v1/${compact}`, compact, { timeout }))
  if (first.kind === 'found') return first
  const second = await catchFailure(() => ask(http, `/${compact}`, compact, { base: MINHA_RECEITA }))
  return second.kind === 'found' || isNotCovered(first) ? second : first
}

const isNotCovered = (answer: RegisterAnswer) =>
  answer.kind === 'no-answer' && answer.reason === 'NOT_COVERED'

async function ask(
  http: RegisterHttp,
  path: string,
  compact: string,
  init: Parameters<RegisterHttp['request']>[1],
): Promise<RegisterAnswer> {
  const response = await http.request(path, init)
  if (response.status === 200) {
    const company = readOk(companySchema, response)
    return company.cnpj === compact ? toFound(company) : noAnswer('WRONG_NUMBER')
  }
  const message = parseJson(refusedSchema, response)?.message ?? ''
  if (response.status === 404 && message.endsWith('não encontrado.')) {
    return noAnswer(message.replace(/[^0-9A-Z]/g, '') === `CNPJ${compact}` ? 'NOT_COVERED' : 'WRONG_NUMBER')
  }
  if (response.status === 400 && message.endsWith('inválido.')) return noAnswer('REFUSED')
  return toFailure(response)
}

/** Of a sole trader (MEI), the name has the CPF at its end or the start of the CNPJ at its beginning. */
const withoutPersonalNumber = (name: string | null | undefined) =>
  name?.replace(/^\d{2}\.\d{3}\.\d{3} +| +\d{11}$/g, '')

function toFound(company: z.infer<typeof companySchema>): RegisterAnswer {
  const registered = standings.get(company.situacao_cadastral)
  if (registered === undefined) return unknownStatus('receita', String(company.situacao_cadastral))
  return found({
    registered,
    name: withoutPersonalNumber(company.razao_social),
    address: [
      joinWords(company.descricao_tipo_de_logradouro, company.logradouro),
      company.numero,
      company.complemento,
      company.bairro,
      company.municipio,
      company.uf,
      company.cep,
    ],
    status: company.descricao_situacao_cadastral,
    facts: {
      tradeName: company.nome_fantasia,
      legalForm: company.natureza_juridica,
      startedOn: company.data_inicio_atividade,
      statusSince: company.data_situacao_cadastral,
    },
  })
}
