import { acra } from '#worker/registers/acra.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'SG.UEN', compact })
const held = number('196800306E')

export const acraCases: RegisterCases = {
  register: acra,
  held,
  cases: [
    {
      ...held,
      response: 'a company',
      expected: {
        registered: true,
        proves: 'business',
        name: 'NORTHERN TRADING PTE. LTD.',
        address: 'BRIDGE STREET, 365670',
        status: 'Registered',
        receipt: null,
        facts: { entityType: 'Local Company', issuedOn: '2008-09-09' },
      },
    },
    {
      ...number('53250701C'),
      response: 'a deregistered business',
      expected: { registered: false, proves: 'business', status: 'Deregistered' },
    },
    { ...number('53250702C'), response: 'an unknown status', expected: 'UNREADABLE' },
    {
      ...number('53250703C'),
      response: 'an entity without name and address',
      expected: { registered: true, name: null, address: null },
    },
    { ...number('T01FC6132D'), response: "no record of another agency's number", expected: 'NOT_COVERED' },
    { ...held, response: 'a record of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: 'too many requests', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'an outage', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      ...number('197401143C'),
      response: 'a status in capitals',
      source: 'https://data.gov.sg/datasets/d_3f960c10fed6145404ca7b821f263b87/view',
      answers: [
        {
          body: {
            success: true,
            result: { records: [{ uen: '197401143C', uen_status_desc: 'REGISTERED' }] },
          },
        },
      ],
      expected: { registered: true },
    },
    {
      ...number('197401143C'),
      response: 'a deregistered one in lower case',
      source: 'https://data.gov.sg/datasets/d_3f960c10fed6145404ca7b821f263b87/view',
      answers: [
        {
          body: {
            success: true,
            result: { records: [{ uen: '197401143C', uen_status_desc: 'deregistered' }] },
          },
        },
      ],
      expected: { registered: false },
    },
  ],
}
