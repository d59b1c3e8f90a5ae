import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'IL.HP': [
      answer('520013901', 'a company', {
        name: 'River Foods בע"מ',
        address: 'Mill Lane 33, Eastbridge, 38038',
        status: 'פעילה',
        facts: { englishName: 'RIVER FOODS LTD', companyType: 'ישראלית חברה פרטית', foundedOn: '1998-05-07' },
      }),
      answer('520013911', 'מחוקה', { registered: false, status: 'מחוקה' }),
      answer('520013922', 'בפירוק מרצון', { status: 'בפירוק מרצון' }),
      answer('520013933', 'חוסלה בפירוק מרצון', { registered: false, status: 'חוסלה בפירוק מרצון' }),
      answer('520013944', 'an unknown status', 'unknown-status'),
      answer('520013955', 'a company without an address', { name: 'Bright Media בע"מ', address: null }),
      answer('520013966', '409 for an unknown column', 'UNREADABLE'),
      answer('520013900', 'no record', 'NOT_COVERED'),
    ],
  },
  recordings: {
    'https://data.gov.il/dataset/ica_companies': [
      publishedInTurn('409 for too many requests', 'THROTTLED', [{ status: 409, body: { success: false } }]),
      published(
        'a company without an address',
        { name: 'דוגמה בע"מ', address: null },
        {
          success: true,
          result: {
            records: [
              { 'מספר חברה': 520_013_901, 'שם חברה': 'דוגמה בע~מ', 'סטטוס חברה': 'פעילה', מיקוד: {} },
            ],
          },
        },
      ),
    ],
  },
}
