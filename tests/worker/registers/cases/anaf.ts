import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  // A maintenance page with status 200.
  failures: { down: 'UNAVAILABLE' },
  cases: {
    'RO.CUI': [
      answer('18547290', 'a taxpayer', {
        name: 'CLEAR FOODS S.R.L.',
        address: 'MUN. KINGSFORD, STR. STATION ROAD 17',
        status: 'INREGISTRAT din data 12.05.2009',
        facts: {
          registrationNumber: 'J40/1854/2009',
          registeredOn: '2009-05-12',
          activityCode: '6201',
          vatRegistered: 'true',
          inactive: 'false',
        },
      }),
      answer('185472013', 'a struck-off taxpayer', {
        registered: false,
        status: 'RADIERE din data 12.05.2009',
        facts: { deletedOn: '2020-01-15', vatRegistered: 'false' },
      }),
      answer('185472027', 'a taxpayer without VAT', { facts: { vatRegistered: 'false' } }),
      answer('185472038', 'an inactive taxpayer', { facts: { inactive: 'true' } }),
      answer('185472051', 'a deletion date of a registered taxpayer', 'NOT_COVERED'),
      answer('18547211', 'notFound, with 404', 'not-found'),
      answer('18541562', 'notFound, with 200', 'not-found'),
      answer('18547211', 'notFound of another number', 'WRONG_NUMBER', { mode: 'swapped' }),
      answer('18547211', 'an HTML page with status 404', 'UNREADABLE', { mode: 'notfound' }),
    ],
    'RO.VAT': [
      answer('18547290', 'a registration for VAT', { name: 'CLEAR FOODS S.R.L.' }),
      answer('185472013', 'a struck-off taxpayer', { registered: false }),
      answer('185472027', 'no domestic VAT registration', 'NOT_COVERED'),
      answer('185472149', 'no VAT data', 'NOT_COVERED'),
      answer('18547211', 'notFound, with 404, of a VAT code', 'not-found'),
    ],
  },
  recordings: {
    'https://static.anaf.ro/static/10/Anaf/Informatii_R/Servicii_web/doc_WS_V9.txt': [
      ...(
        [
          ['DIZOLVARE FARA LICHIDARE(FUZIUNE)', false],
          ['DIZOLVARE FARA LICHIDARE(DIVIZARE)', false],
          ['LICHIDAT', false],
          ['DIZOLVARE CU LICHIDARE(INCEPUT LICHIDARE)', true],
          ['SUSPENDARE ACTIVITATE', true],
          ['TRANSFER(SOSIRE)', true],
        ] as const
      ).map(([status, registered]) =>
        published(
          status,
          { registered, status: `${status} din data 31.12.2024`, facts: { activityCode: '610' } },
          {
            found: [
              {
                date_generale: {
                  cui: 1_590_082,
                  stare_inregistrare: `${status} din data 31.12.2024`,
                  cod_CAEN: 610,
                },
                inregistrare_scop_Tva: { scpTVA: false },
                stare_inactiv: { statusInactivi: false, dataRadiere: '' },
              },
            ],
            notFound: [],
          },
          { identifier: 'RO.CUI', compact: '1590082' },
        ),
      ),
      published('a number both found and not found', 'UNREADABLE', {
        found: [{ date_generale: { cui: 18_547_290, stare_inregistrare: 'INREGISTRAT' } }],
        notFound: [18_547_290],
      }),
    ],
    'https://github.com/itrack/anaf/issues/19': [
      publishedInTurn(
        'a page of the firewall with 200',
        'UNAVAILABLE',
        [{ type: 'text/html', body: '<html>The requested URL was rejected. Your support ID is: 1</html>' }],
        { identifier: 'RO.VAT', compact: '1590082' },
      ),
    ],
  },
}
