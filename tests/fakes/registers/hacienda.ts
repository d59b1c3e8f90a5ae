import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

const states: Readonly<Record<string, string>> = { '1': 'Desinscrito', '2': 'No inscrito', '3': 'En trámite' }

/** GET /fe/ae?identificacion=. The last digit decides: `states`. The answer does not repeat the number. */
export const hacienda: FakeRegister = {
  id: 'hacienda',
  answer: (call) => {
    const number = call.query.get('identificacion') ?? ''
    if (call.path !== '/fe/ae') return html(404, 'Not Found')
    if (!/^\d{9,12}$/.test(number)) return json(400, { code: 400, status: 'Bad Request' })
    const company = companyOf(number, 'SOCIEDAD ANONIMA')
    if (!company) return json(404, { code: 404, status: 'Not Found' })
    return json(200, {
      nombre: company.name.toUpperCase(),
      tipoIdentificacion: number.length === 10 ? '02' : '01',
      regimen: { codigo: 1, descripcion: 'Régimen General' },
      situacion: {
        moroso: 'NO',
        omiso: 'NO',
        estado: states[number.slice(-1)] ?? 'Inscrito',
        administracionTributaria: 'San José Este',
      },
      actividades: [
        { estado: 'A', tipo: 'P', codigo: '620101', descripcion: 'DISEÑO DE SISTEMAS' },
        { estado: 'I', tipo: 'S', codigo: '722003', descripcion: 'CONSULTORES' },
      ],
    })
  },
}
