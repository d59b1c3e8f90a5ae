import * as z from 'zod/mini'
import { found, noAnswer, unknownStatus } from './answers.ts'
import { acceptJson, optional, optionalText, parseJson, readOk } from './json.ts'
import type { Register } from './register.ts'
import { cleanText } from './texts.ts'

/** https://api.hacienda.go.cr/docs, GET /fe/ae. The answer doesn't repeat the number. */
const taxpayerSchema = z.object({
  nombre: z.string(),
  tipoIdentificacion: optionalText,
  regimen: optional(z.object({ descripcion: optionalText })),
  situacion: z.object({
    estado: z.string(),
    moroso: optionalText,
    omiso: optionalText,
    administracionTributaria: optionalText,
  }),
  actividades: optional(z.array(z.object({ estado: optionalText, descripcion: optionalText }))),
})

const unknownSchema = z.object({ status: z.string() })

export const lookUp: Register['lookUp'] = async (http, { identifier, compact }) => {
  const response = await http.request(`/fe/ae?identificacion=${compact}`, acceptJson)
  // A person or company that pays no tax has a number too.
  if (response.status === 404 && parseJson(unknownSchema, response)) return noAnswer('NOT_COVERED')
  const taxpayer = readOk(taxpayerSchema, response)
  const status = cleanText(taxpayer.situacion.estado)
  const isRegistered = /^inscrito/i.test(status ?? '')
  const hasEnded = /^desinscrito/i.test(status ?? '')
  if (!isRegistered && !hasEnded && !/^no inscrito/i.test(status ?? ''))
    return unknownStatus('hacienda', status)
  // A person who gives up a business keeps the number, which is the one of an identity card.
  if (!isRegistered && !(hasEnded && identifier === 'CR.CPJ')) return noAnswer('NOT_COVERED')
  const { regimen, situacion, actividades } = taxpayer
  const activities = actividades?.flatMap(({ estado, descripcion }) => (estado === 'A' ? [descripcion] : []))
  return found({
    registered: isRegistered,
    name: taxpayer.nombre,
    status,
    facts: {
      taxScheme: regimen?.descripcion,
      taxOffice: situacion.administracionTributaria,
      inArrears: situacion.moroso,
      missingReturns: situacion.omiso,
      activities: activities?.join('; '),
    },
  })
}
