import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  // The answer doesn't repeat the number.
  without: ['swapped'],
  cases: {
    'CR.CPJ': [
      answer('3101123455', 'a registered company', {
        address: null,
        status: 'Inscrito',
        facts: {
          taxScheme: 'Régimen General',
          taxOffice: 'San José Este',
          inArrears: 'NO',
          missingReturns: 'NO',
          activities: 'DISEÑO DE SISTEMAS',
        },
      }),
      answer('3101123451', 'Desinscrito', { registered: false, status: 'Desinscrito' }),
      answer('3101123452', 'No inscrito', 'NOT_COVERED'),
      answer('3101123453', 'an unknown state', 'unknown-status'),
      answer('3101123418', 'no taxpayer', 'NOT_COVERED'),
      answer('31', '400', 'UNREADABLE'),
    ],
  },
  recordings: {
    'https://api.hacienda.go.cr/docs': [
      published(
        'a person without activities',
        { name: 'PERSONA EJEMPLO', status: 'Inscrito de oficio' },
        {
          nombre: 'PERSONA EJEMPLO',
          tipoIdentificacion: '01',
          regimen: { codigo: 0 },
          situacion: { moroso: 'NO', omiso: 'SI', estado: 'Inscrito de oficio' },
          actividades: null,
        },
        { identifier: 'CR.CPF', compact: '101110111' },
      ),
      published(
        'a person who has given up a business',
        'NOT_COVERED',
        { nombre: 'PERSONA EJEMPLO', situacion: { moroso: 'NO', omiso: 'NO', estado: 'Desinscrito' } },
        { identifier: 'CR.CPF', compact: '101110111' },
      ),
      publishedInTurn('403 for callers outside the country', 'BLOCKED', [
        { status: 403, type: 'text/html', body: '<html>Forbidden</html>' },
      ]),
    ],
    'https://github.com/kubernetes/ingress-nginx': [
      publishedInTurn("a gateway's 404", 'UNREADABLE', [
        { status: 404, type: 'text/plain', body: 'default backend - 404' },
      ]),
    ],
  },
}
