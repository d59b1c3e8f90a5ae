import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import type { FakeRegister } from './register.ts'

/** GET by NIT. The last digit decides: 1 canceled, 2 canceled and active, 3 neither. */
export const rues: FakeRegister = {
  id: 'rues',
  throttled: () => json(429, { code: 'too-many-requests', error: true, message: 'Too many requests' }),
  answer: (call, { swapped }) => {
    const nit = call.query.get('nit') ?? ''
    if (call.path !== '/c82u-588k.json') return json(404, { code: 'dataset.missing', error: true })
    if (!/^\d{5,15}$/.test(nit)) return json(400, { code: 'query.soql.type-mismatch', error: true })
    const company = companyOf(nit, 'S.A.S.')
    if (!company) return json(200, [])
    const row = (estado_matricula: string) => ({
      nit: swapped ? '800000001' : nit,
      razon_social: company.name.toUpperCase(),
      estado_matricula,
      organizacion_juridica: 'SOCIEDADES POR ACCIONES SIMPLIFICADAS SAS',
      camara_comercio: 'BOGOTA',
      ultimo_ano_renovado: '2026',
    })
    const states: Readonly<Record<string, readonly string[]>> = {
      '1': ['CANCELADA', 'CANCELADA'],
      '2': ['CANCELADA', 'ACTIVA'],
      '3': ['NO ASIGNADO'],
    }
    return json(200, (states[nit.slice(-1)] ?? ['ACTIVA']).map(row))
  },
}
