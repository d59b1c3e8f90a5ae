import { answer, published, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'CO.NIT': [
      answer('8001972684', 'a company, without its check digit', {
        address: null,
        status: 'ACTIVA',
        facts: {
          legalForm: 'SOCIEDADES POR ACCIONES SIMPLIFICADAS SAS',
          registeredBy: 'BOGOTA',
          lastRenewedIn: '2026',
        },
      }),
      answer('0800123459', 'a person with an identity card of eight digits', {
        name: 'CLEAR MEDIA S.A.S.',
        address: null,
      }),
      answer('8345678', 'a person with an identity card of seven digits, without its check digit', {
        name: 'CLEAR TOOLS S.A.S.',
        address: null,
      }),
      answer('800197261', 'only canceled rows', { registered: false, status: 'CANCELADA' }),
      answer('800197262', 'a canceled and an active row', {}),
      answer('800197263', 'NO ASIGNADO', 'NOT_COVERED'),
      answer('1010101011', 'a canceled business of a person', 'NOT_COVERED'),
      answer('800197207', 'no row', 'NOT_COVERED'),
      answer('ABCDEF', '400', 'UNREADABLE'),
    ],
  },
  recordings: {
    'https://www.datos.gov.co/d/c82u-588k': [
      published('not in the register of companies', 'NOT_COVERED', [
        { nit: '800197268', estado_matricula: 'NO MATRICULADO' },
      ]),
      published('an unknown state', 'unknown-status', [{ nit: '800197268', estado_matricula: 'OTRO' }]),
      published('a name that lost a letter to another encoding', { name: null, address: null }, [
        { nit: '800197268', estado_matricula: 'ACTIVA', razon_social: 'PEQUE\ufffdO SAS' },
      ]),
    ],
  },
}
