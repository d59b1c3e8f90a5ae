import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'NO.ORGNR': [
      answer('923609016', 'a unit', {
        name: 'COPPER ENERGY AS',
        address: 'Garden Row 3, 3973 EASTBRIDGE, Norge',
        status: 'registered',
        facts: { legalForm: 'Aksjeselskap', vatRegistered: 'true' },
      }),
      answer('923600036', 'a unit, whether registered for VAT or not', { facts: { vatRegistered: 'false' } }),
      answer('923600025', 'a deleted unit', {
        registered: false,
        name: 'AMBER FOODS AS',
        address: null,
        status: 'deleted',
        facts: { deletedOn: '2024-03-31', vatRegistered: 'false' },
      }),
      answer('923600010', 'a unit removed for legal reasons (410)', {
        registered: false,
        name: null,
        status: 'removed',
        facts: { deletedOn: '2023-06-30', vatRegistered: 'false' },
      }),
      answer('923600041', 'a bankrupt unit, which is still registered', { status: 'bankrupt' }),
      answer('923600058', 'a branch from the other list', {
        name: 'COPPER TOOLS AS',
        address: 'Station Road 27, 3460 KINGSFORD, Norge',
      }),
      answer('923600006', '404 in both registers', 'not-found'),
      answer('923600069', '404 without a body, but the search finds the number', 'UNREADABLE'),
      answer('923600071', '404 without a body while the search is down', 'UNAVAILABLE'),
      answer('923600011', '410 without an end date', 'NOT_COVERED'),
    ],
    'NO.MVA': [
      answer('923609016MVA', 'a unit that is registered for VAT', { name: 'COPPER ENERGY AS' }),
      answer('923600036MVA', 'a unit that is not registered for VAT', {
        registered: false,
        status: 'not in the VAT register',
      }),
      answer('923600025MVA', 'a deleted unit with its VAT registration', {
        registered: false,
        status: 'deleted',
      }),
      answer('2000001', 'no record of foreign sellers', 'NOT_COVERED'),
    ],
  },
  recordings: {
    'https://data.brreg.no/enhetsregisteret/api/docs/index.html': [
      published(
        'a deleted one, with an address of another shape',
        { registered: false, status: 'deleted', address: null },
        {
          organisasjonsnummer: '923609016',
          navn: 'EKSEMPEL AS',
          slettedato: '2023-01-31',
          forretningsadresse: 'ukjent',
          respons_klasse: 'SlettetEnhet',
        },
      ),
      ...[
        { nedleggelsesdato: '2023-01-31', expected: { registered: false, status: 'closed' } },
        ...['2999-01-31', ' 2999-01-31 ', '31.01.2999', '0000-00-00'].map((nedleggelsesdato) => ({
          nedleggelsesdato,
          expected: { status: 'registered' },
        })),
      ].map(({ nedleggelsesdato, expected }) =>
        publishedInTurn(`a branch that closes on ${nedleggelsesdato}`, expected, [
          { status: 404, body: { status: 404, error: 'Not Found' } },
          { body: { page: { totalElements: 0 } } },
          { body: { organisasjonsnummer: '923609016', navn: 'EKSEMPEL AVD', nedleggelsesdato } },
        ]),
      ),
      publishedInTurn('404 of a path that has moved', 'UNREADABLE', [
        { status: 404, body: { status: 404, error: 'Not Found' } },
        { status: 404, body: { status: 404, error: 'Not Found' } },
      ]),
      publishedInTurn('400', 'UNREADABLE', [
        { status: 400, body: { tidspunkt: '2026-11-20', status: 400, feilmelding: 'Feilaktig forespørsel' } },
      ]),
    ],
  },
}
