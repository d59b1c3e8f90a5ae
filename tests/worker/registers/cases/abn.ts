import { answer, publishedInTurn, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'AU.ABN': [
      answer('51824700056', 'an entity that is registered for GST', {
        name: 'COPPER PRINT PTY LTD',
        address: 'NSW, 5713',
        status: 'Active',
        facts: {
          entityType: 'Australian Private Company',
          businessNames: 'Copper Print',
          acn: '824700056',
          statusSince: '2017-09-27',
          gstRegistered: 'true',
          gstSince: '2018-01-01',
        },
      }),
      answer('51824700022', 'an entity that is not registered for GST', {
        proves: 'business',
        status: 'Active',
      }),
      answer('51824700011', 'a canceled number', {
        proves: 'business',
        registered: false,
        name: 'RIVER FOODS PTY LTD',
        status: 'Cancelled',
      }),
      answer('51824700033', 'an entity with an undisclosed name', { name: null, address: null }),
      answer('51824700001', 'an invalid ABN', 'not-found'),
      answer('51824700056', 'an unknown GUID', 'BLOCKED', {
        settings: { ABN_LOOKUP_GUID: '00000000-0000-4000-8000-000000000001' },
      }),
    ],
  },
  recordings: {
    'https://github.com/StephenAbbott/opencheck/blob/main/backend/tests/test_abr_australia.py': [
      ...(
        [
          [
            { Abn: '51824700056', AbnStatus: 'Active', Gst: null, BusinessName: 'none' },
            { proves: 'business' },
          ],
          [
            { Abn: '51824700056', AbnStatus: 'Active', Gst: '0001-01-01' },
            { proves: 'business', facts: { gstRegistered: 'false' } },
          ],
          [
            { Abn: '51824700056', AbnStatus: 'Active', Gst: '0000-00-00' },
            { proves: 'business', facts: { gstRegistered: 'false' } },
          ],
          [
            { Abn: '51824700056', AbnStatus: 'Cancelled', Gst: '' },
            { proves: 'business', registered: false },
          ],
          [{ Message: 'No record found' }, 'not-found'],
          [{ Message: '', EntityName: '', Gst: null, BusinessName: [] }, 'NOT_COVERED'],
          [{ AbnStatus: 'Active', EntityName: 'EXAMPLE' }, 'UNREADABLE'],
        ] as const
      ).map(([fields, expected]) =>
        publishedInTurn(JSON.stringify(fields), expected, [
          {
            type: 'text/javascript',
            body: `callback(${JSON.stringify({ Abn: '', AbnStatus: '', Message: '', ...fields })})`,
          },
        ]),
      ),
    ],
  },
}
