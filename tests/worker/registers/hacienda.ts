import { hacienda } from '#worker/registers/hacienda.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'CR.CPJ', compact })
const held = number('3101123455')

export const haciendaCases: RegisterCases = {
  register: hacienda,
  held,
  // The answer doesn't repeat the number.
  without: ['swapped'],
  cases: [
    {
      ...held,
      response: 'a registered company',
      expected: {
        registered: true,
        proves: 'business',
        address: null,
        status: 'Inscrito',
        receipt: null,
        facts: {
          taxScheme: 'Régimen General',
          taxOffice: 'San José Este',
          inArrears: 'NO',
          missingReturns: 'NO',
          activities: 'DISEÑO DE SISTEMAS',
        },
      },
    },
    {
      ...number('3101123451'),
      response: 'Desinscrito',
      expected: { registered: false, status: 'Desinscrito' },
    },
    { ...number('3101123452'), response: 'No inscrito', expected: 'NOT_COVERED' },
    { ...number('3101123453'), response: 'an unknown state', expected: 'NOT_COVERED' },
    { ...number('3101123418'), response: 'no taxpayer', expected: 'NOT_COVERED' },
    { ...number('31'), response: '400', expected: 'UNREADABLE' },
    { ...held, response: '429', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: '503', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      identifier: 'CR.CPF',
      compact: '101110111',
      response: 'a person without activities',
      source: 'https://api.hacienda.go.cr/docs',
      answers: [
        {
          body: {
            nombre: 'PERSONA EJEMPLO',
            tipoIdentificacion: '01',
            regimen: { codigo: 0 },
            situacion: { moroso: 'NO', omiso: 'SI', estado: 'Inscrito de oficio' },
            actividades: null,
          },
        },
      ],
      expected: { registered: true, name: 'PERSONA EJEMPLO', status: 'Inscrito de oficio' },
    },
    {
      ...held,
      response: '403 for callers outside the country',
      source: 'https://api.hacienda.go.cr/docs',
      answers: [{ status: 403, type: 'text/html', body: '<html>Forbidden</html>' }],
      expected: 'BLOCKED',
    },
  ],
}
