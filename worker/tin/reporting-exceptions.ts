import type { ReportingHolder } from './types.ts'

export type Source = { readonly name: string; readonly url: string }

/** What differs from the types of the country's rule. */
export type ReportingException = {
  /** The accepted types, without the country. */
  readonly types?: readonly string[]
  /** Accepted numbers that no rule checks. */
  readonly others?: readonly string[]
  readonly status?: 'not_issued' | 'unknown'
  readonly note?: string
  readonly source?: Source
}

/** Each jurisdiction's own description. The sheets are on one page. */
const oecd = (country: string): Source => ({
  name: `OECD, TIN sheet of ${country}`,
  url: 'https://web-archive.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/index.htm',
})
const hmrc = (page: string): Source => ({
  name: `HMRC, ${page}`,
  url: `https://www.gov.uk/hmrc-internal-manuals/international-exchange-of-information/${page.toLowerCase()}`,
})
const irsList: Source = {
  name: 'IRS, jurisdictions that do not issue foreign TINs',
  url: 'https://www.irs.gov/businesses/corporations/list-of-jurisdictions-that-do-not-issue-foreign-tins',
}

/** What is generally known, until someone has read the country's own sheet. */
const unread = { note: "We haven't confirmed this with the country's own TIN sheet." }

const notIssued: ReportingException = { status: 'not_issued', source: irsList }
const australian = {
  note: "Australian law doesn't require the collection of TINs.",
  source: hmrc('IEIM402040'),
}
const slovak = {
  note: 'The TIN (DIČ) is the VAT number without the prefix SK.',
  source: oecd('Slovakia'),
}

type Exceptions = Readonly<Record<string, Partial<Record<ReportingHolder, ReportingException>>>>

export const reportingExceptions: Exceptions = {
  AU: { person: { types: ['TFN'], ...australian }, entity: { types: ['TFN', 'ABN'], ...australian } },
  BE: { person: { types: ['NN'], ...unread } },
  // The only known type is for VAT.
  BH: { person: { status: 'unknown' } },
  BM: { person: notIssued, entity: notIssued },
  BS: {
    person: {
      status: 'not_issued',
      source: {
        name: 'BSE, notice 20251103-46, structures of TINs',
        url: 'https://www.bseindia.com/markets/MarketInfo/DispNoticesNCirculars.aspx?noticeno=20251103-46',
      },
    },
  },
  DE: {
    person: { types: ['IDNR'], source: oecd('Germany') },
    entity: {
      types: ['STNR', 'WIDNR'],
      note: 'Until all businesses have a business identification number, the tax number is reported.',
      source: oecd('Germany'),
    },
  },
  DK: { person: { types: ['CPR'], ...unread } },
  EU: {
    person: { status: 'unknown', note: "The European Union isn't a country of residence." },
    entity: { status: 'unknown', note: "The European Union isn't a country of residence." },
  },
  GB: {
    entity: { types: ['UTR', 'CRN'], ...unread },
  },
  IE: {
    entity: {
      types: ['VAT'],
      others: ['CHY number of a charity'],
      note: 'The tax reference number of a company has the format of a VAT number without the prefix.',
      source: oecd('Ireland'),
    },
  },
  IN: {
    person: { types: ['PAN'], ...unread },
    entity: { types: ['PAN'], ...unread },
  },
  IT: { person: { types: ['CF'], ...unread } },
  KY: { person: notIssued, entity: notIssued },
  LT: { entity: { types: ['JAK', 'TIN'], ...unread } },
  LU: { entity: { types: ['ENTITYID'], source: oecd('Luxembourg') } },
  SK: { person: { types: ['RC', 'ICDPH'], ...slovak }, entity: { types: ['ICDPH'], ...slovak } },
  US: {
    person: { types: ['SSN', 'ITIN', 'ATIN'], ...unread },
  },
  VG: { person: notIssued, entity: notIssued },
  XI: {
    person: { status: 'unknown', note: 'For Northern Ireland, send the country GB.' },
    entity: { status: 'unknown', note: 'For Northern Ireland, send the country GB.' },
  },
}
