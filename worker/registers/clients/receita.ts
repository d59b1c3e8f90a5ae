import * as z from 'zod'
import {
  addressOf,
  answerOf,
  disclosed,
  factsOf,
  failureOf,
  found,
  noAnswer,
  readJson,
} from '#worker/registers/reading.ts'
import type { Line, Register, RegisterAnswer } from '#worker/registers/register.ts'

/**
 * https://brasilapi.com.br/docs#tag/CNPJ, GET /api/cnpj/v1/{cnpj}, and https://docs.minhareceita.org, GET /{cnpj}: the
 * monthly files of the Receita Federal, in one shape. The first asks the second, and neither is the Receita's own: a
 * company of this month is in none of them, and a database that was lost has had both say "não encontrado" of all. So
 * their silence is not a "no". The postcode has been a number.
 */
const companySchema = z.object({
  cnpj: z.string(),
  razao_social: z.string().nullish(),
  nome_fantasia: z.string().nullish(),
  situacao_cadastral: z.number(),
  descricao_situacao_cadastral: z.string().nullish(),
  data_situacao_cadastral: z.string().nullish(),
  data_inicio_atividade: z.string().nullish(),
  natureza_juridica: z.string().nullish(),
  descricao_tipo_de_logradouro: z.string().nullish(),
  logradouro: z.string().nullish(),
  numero: z.string().nullish(),
  complemento: z.string().nullish(),
  bairro: z.string().nullish(),
  cep: z.union([z.string(), z.number()]).nullish(),
  municipio: z.string().nullish(),
  uf: z.string().nullish(),
})
const refusedSchema = z.object({ message: z.string() })

const MINHA_RECEITA = 'https://minhareceita.org'

/** Whether a CNPJ of this standing still is one: void 1, active 2, suspended 3, declared unfit 4, closed 8. */
const standings: ReadonlyMap<number, boolean> = new Map([
  [1, false],
  [2, true],
  [3, true],
  [4, true],
  [8, false],
])

export const receita: Register = {
  id: 'receita',
  name: 'Receita Federal',
  identifiers: ['BR.CNPJ'],
  base: 'https://brasilapi.com.br',
  // Its edge refuses about a hundred in a minute.
  limit: { atOnce: 3, calls: 60, seconds: 60 },
  // It tells no limit.
  others: { [MINHA_RECEITA]: { calls: 60, seconds: 60 } },
  lookUp: async (line, { compact }) => {
    const within = line.left() / 2
    const first = await answerOf(() => ask(line, `/api/cnpj/v1/${compact}`, compact, { within }))
    if (first.kind === 'found') return first
    const second = await answerOf(() => ask(line, `/${compact}`, compact, { base: MINHA_RECEITA }))
    return second.kind === 'found' || isSilent(first) ? second : first
  },
}

const isSilent = (answer: RegisterAnswer) => answer.kind === 'no-answer' && answer.reason === 'NOT_COVERED'

async function ask(
  line: Line,
  path: string,
  compact: string,
  init: Parameters<Line['call']>[1],
): Promise<RegisterAnswer> {
  const answer = await line.call(path, init)
  if (answer.status === 200) {
    const company = readJson(companySchema, answer)
    if (!company) return failureOf(answer)
    return company.cnpj === compact ? findingOf(company) : noAnswer('WRONG_NUMBER')
  }
  const message = readJson(refusedSchema, answer)?.message ?? ''
  // "CNPJ 00.000.000/0000-00 não encontrado."
  if (answer.status === 404 && message.endsWith('não encontrado.')) {
    return noAnswer(message.replace(/[^0-9A-Z]/g, '') === `CNPJ${compact}` ? 'NOT_COVERED' : 'WRONG_NUMBER')
  }
  if (answer.status === 400 && message.endsWith('inválido.')) return noAnswer('REFUSED')
  return failureOf(answer)
}

function findingOf(company: z.infer<typeof companySchema>): RegisterAnswer {
  const registered = standings.get(company.situacao_cadastral)
  if (registered === undefined) return noAnswer('UNREADABLE')
  return found({
    registered,
    proves: 'business',
    name: disclosed(company.razao_social),
    address: addressOf(
      [company.descricao_tipo_de_logradouro, company.logradouro].filter(Boolean).join(' '),
      company.numero,
      company.complemento,
      company.bairro,
      company.municipio,
      company.uf,
      company.cep,
    ),
    status: disclosed(company.descricao_situacao_cadastral),
    facts: factsOf({
      tradeName: company.nome_fantasia,
      legalForm: company.natureza_juridica,
      startedOn: company.data_inicio_atividade,
      statusSince: company.data_situacao_cadastral,
    }),
  })
}
