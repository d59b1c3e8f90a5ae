import { answer, published, type RegisterCases } from '../case.ts'

const envelope = (content: string) =>
  `<?xml version='1.0' encoding='UTF-8'?><env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><env:Header/><env:Body><srvc:rgWsPublic2AfmMethodResponse xmlns="http://rgwspublic2/RgWsPublic2" xmlns:srvc="http://rgwspublic2/RgWsPublic2Service"><srvc:result><rg_ws_public2_result_rtType><call_seq_id>1</call_seq_id>${content}</rg_ws_public2_result_rtType></srvc:result></srvc:rgWsPublic2AfmMethodResponse></env:Body></env:Envelope>`
const noError = '<error_rec><error_code xsi:nil="true"/><error_descr xsi:nil="true"/></error_rec>'
const error = (code: string) =>
  envelope(
    `<error_rec><error_code>${code}</error_code><error_descr>Σφάλμα</error_descr></error_rec><basic_rec><afm xsi:nil="true"/><onomasia xsi:nil="true"/></basic_rec>`,
  )

export const cases: RegisterCases = {
  cases: {
    'GR.AFM': [
      answer('094019241', 'an active business', {
        name: 'Stone Trading Α.Ε.',
        address: 'Station Road 91, 61675 Weston',
        status: 'ΕΠΙΤΗΔΕΥΜΑΤΙΑΣ',
        facts: { legalForm: 'ΑΕ', registeredOn: '1995-03-01', vatRegistered: 'true' },
      }),
      answer('094019281', 'a deactivated number', {
        proves: 'business',
        registered: false,
        status: 'deactivated',
      }),
      answer('094019282', 'a business that has stopped', {
        registered: false,
        status: 'ΠΡΩΗΝ ΕΠΙΤΗΔΕΥΜΑΤΙΑΣ',
        facts: { endedOn: '2020-12-31' },
      }),
      answer('094019183', 'a business outside the VAT system', {
        proves: 'business',
        facts: { vatRegistered: 'false' },
      }),
      answer('094019284', 'no deactivation flag', 'unknown-status'),
      answer('094019243', 'TAXPAYER_NF', 'not-found'),
      answer('094019291', 'EPIT_NF', 'NOT_COVERED'),
      answer('094019292', 'WRONG_AFM', 'REFUSED'),
      answer('094019293', 'MONTHLY_LIMIT_EXCEEDED', 'THROTTLED'),
      answer('094019294', 'SERVICE_NOT_ACTIVE', 'UNAVAILABLE'),
      answer('094019295', 'AFM_CALLED_BY_BLOCKED', 'BLOCKED'),
      answer('094019296', 'a SOAP fault', 'UNAVAILABLE'),
      answer('094019241', 'a wrong password', 'BLOCKED', { settings: { AADE_PASSWORD: 'wrong' } }),
    ],
  },
  recordings: {
    'https://www1.gsis.gr/wsaade/RgWsPublic2/RgWsPublic2?wsdl': [
      published(
        'a business whose name has two spaces',
        {
          proves: 'business',
          name: 'ΠΑΡΑΔΕΙΓΜΑ ΕΠΕ',
          facts: { tradeName: 'ΔΕΙΓΜΑ', vatRegistered: 'false' },
        },
        envelope(
          `${noError}<basic_rec><afm>094019241   </afm><deactivation_flag>1</deactivation_flag><onomasia>ΠΑΡΑΔΕΙΓΜΑ  ΕΠΕ</onomasia><commer_title>ΔΕΙΓΜΑ</commer_title><stop_date xsi:nil="true"/></basic_rec>`,
        ),
      ),
      ...['0000-00-00', '0001-01-01T00:00:00', '2999-12-31'].map((stop) =>
        published(
          `a business that has not stopped: ${stop}`,
          {},
          envelope(
            `${noError}<basic_rec><afm>094019241</afm><deactivation_flag>1</deactivation_flag><normal_vat_system_flag>Y</normal_vat_system_flag><stop_date>${stop}</stop_date></basic_rec>`,
          ),
        ),
      ),
      published('no codes of a user', 'BLOCKED', error('RG_WS_PUBLIC_TOKEN_USERNAME_NOT_DEFINED')),
      published('an unknown code', 'unknown-status', error('RG_WS_PUBLIC_OTHER')),
      published('neither an error nor a number', 'UNREADABLE', envelope(`${noError}<basic_rec/>`)),
    ],
  },
}
