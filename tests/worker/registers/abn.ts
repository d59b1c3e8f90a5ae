import { abn } from '#worker/registers/abn.ts'
import type { RegisterCases } from './case.ts'

const held = { identifier: 'AU.ABN', compact: '51824700056' }
const number = (compact: string) => ({ identifier: 'AU.ABN', compact })

export const abnCases: RegisterCases = {
  register: abn,
  held,
  cases: [
    {
      ...held,
      response: 'an entity that is registered for GST',
      expected: {
        registered: true,
        proves: 'vat-registration',
        name: 'COPPER PRINT PTY LTD',
        address: 'NSW, 5713',
        status: 'Active',
        receipt: null,
        facts: {
          entityType: 'Australian Private Company',
          businessNames: 'Copper Print',
          acn: '824700056',
          statusSince: '2017-09-27',
          gstRegistered: 'true',
          gstSince: '2018-01-01',
        },
      },
    },
    {
      ...number('51824700022'),
      response: 'an entity that is not registered for GST',
      expected: { registered: true, proves: 'business', status: 'Active' },
    },
    {
      ...number('51824700011'),
      response: 'a canceled number',
      expected: {
        registered: false,
        proves: 'business',
        name: 'RIVER FOODS PTY LTD',
        status: 'Cancelled',
      },
    },
    {
      ...number('51824700033'),
      response: 'an entity with an undisclosed name',
      expected: { registered: true, name: null, address: null },
    },
    { ...number('51824700001'), response: 'an invalid ABN', expected: 'not-found' },
    { ...number('51824700055'), response: 'no record found', expected: 'not-found' },
    { ...number('51824700044'), response: 'an empty record', expected: 'UNREADABLE' },
    {
      ...held,
      response: 'an unknown GUID',
      settings: { ABN_LOOKUP_GUID: '00000000-0000-4000-8000-000000000001' },
      expected: 'BLOCKED',
    },
    { ...held, response: 'an error with status 200', mode: 'down', expected: 'UNAVAILABLE' },
    { ...held, response: 'too many requests', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'a record of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
  ],
  recordings: [
    ...(
      [
        [
          { Abn: '51824700056', AbnStatus: 'Active', Gst: '2017-09-27', EntityName: 'EXAMPLE' },
          { registered: true, proves: 'vat-registration' },
        ],
        [
          { Abn: '51824700056', AbnStatus: 'Active', Gst: null, BusinessName: 'none' },
          { registered: true, proves: 'business' },
        ],
        [{ Abn: '51824700056', AbnStatus: 'Cancelled', Gst: '' }, { registered: false }],
        [{ Message: 'No record found' }, 'not-found'],
        [{ Message: 'Search text is not a valid ABN or ACN' }, 'not-found'],
        [{ Message: 'The GUID entered is not recognised as a Registered Party' }, 'BLOCKED'],
        [{ Message: '' }, 'UNREADABLE'],
      ] as const
    ).map(([fields, expected]) => ({
      ...held,
      response: JSON.stringify(fields),
      source: 'https://github.com/StephenAbbott/opencheck/blob/main/backend/tests/test_abr_australia.py',
      answers: [
        { type: 'text/javascript', body: `callback(${JSON.stringify({ Abn: '', Message: '', ...fields })})` },
      ],
      expected,
    })),
  ],
}
