import { answer, published, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'SG.UEN': [
      answer('196800306E', 'a company', {
        name: 'NORTHERN TRADING PTE. LTD.',
        address: 'BRIDGE STREET, 365670',
        status: 'Registered',
        facts: { entityType: 'Local Company', issuedOn: '2008-09-09' },
      }),
      answer('53250701C', 'a deregistered business', { registered: false, status: 'Deregistered' }),
      answer('53250702C', 'an unknown status', 'unknown-status'),
      answer('53250703C', 'an entity without name and address', { name: null, address: null }),
      answer('T01FC6132D', "no record of another agency's number", 'NOT_COVERED'),
    ],
  },
  recordings: {
    'https://data.gov.sg/datasets/d_3f960c10fed6145404ca7b821f263b87/view': [
      published(
        'a status in capitals',
        {},
        { success: true, result: { records: [{ uen: '197401143C', uen_status_desc: 'REGISTERED' }] } },
        { compact: '197401143C' },
      ),
      published(
        'a deregistered one in lower case',
        { registered: false },
        { success: true, result: { records: [{ uen: '197401143C', uen_status_desc: 'deregistered' }] } },
        { compact: '197401143C' },
      ),
    ],
  },
}
