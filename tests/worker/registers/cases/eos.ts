import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

const envelope = (body: string) =>
  `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>${body}</S:Body></S:Envelope>`
const soap = (content: string) =>
  envelope(
    `<ns0:validateEORIResponse xmlns:ns0="http://eori.ws.eos.dds.s/"><return><requestDate>25/06/2024</requestDate>${content}</return></ns0:validateEORIResponse>`,
  )
const wsdl = 'https://ec.europa.eu/taxation_customs/dds2/eos/validation/services/validation?wsdl'

export const cases: RegisterCases = {
  held: { identifier: 'DE.EORI', compact: 'DE1234567' },
  always: { status: null, facts: {} },
  cases: {
    'DE.EORI': [
      answer('DE7654321', 'a valid number', {
        name: 'Maple Energy Ltd',
        address: 'Mill Lane 66, 34230 Weston, Germany',
      }),
      answer('DE1234567', 'a valid number, without the name', { name: null, address: null }),
      answer('DE7654322', 'status 1', 'not-found'),
      answer('DE7650902', 'an unknown status', 'unknown-status'),
      answer('DE7650903', 'status 1, and "Valid" beside it', 'unknown-status'),
      answer('DE7650904', 'status 0, and "Not valid" beside it', 'unknown-status'),
      answer('DE7650905', 'status 1, and an error beside it', 'UNREADABLE'),
      answer('DE7650906', 'a status without its text', 'unknown-status'),
      answer('DE7650909', 'no result', 'UNREADABLE'),
      answer('DE7650911', 'an error in place of results', 'UNAVAILABLE'),
      answer('D', 'a SOAP fault', 'UNAVAILABLE'),
    ],
    'FR.EORI': [answer('FR73282932000074', 'a valid number', { name: 'River Logistics Ltd' })],
    'IE.EORI': [answer('IE6433435F', 'a valid number that ends in a letter', { name: null })],
    'XI.EORI': [
      answer('XI980780684000', 'a valid number of Northern Ireland', { name: 'Harbour Systems Ltd' }),
    ],
  },
  recordings: {
    [wsdl]: [
      published(
        'the one-line address of the schema, without the street',
        { name: 'EXAMPLE & SONS', address: '1 Sample Street, D01 AB12 Dublin, Ireland' },
        soap(
          '<result><eori>DE1234567</eori><status>0</status><statusDescr>Valid</statusDescr><name>EXAMPLE &amp; SONS</name><address>1 Sample Street</address><postalCode>D01 AB12</postalCode><city>Dublin</city><country>Ireland</country></result>',
        ),
      ),
      published(
        'an error description beside a result',
        'UNAVAILABLE',
        soap(
          '<errorDescription>Error</errorDescription><result><eori>DE1234567</eori><status>1</status><statusDescr>Not valid</statusDescr></result>',
        ),
      ),
      publishedInTurn('a SOAP fault with 200', 'UNAVAILABLE', [
        {
          body: envelope(
            '<S:Fault><faultcode>S:Server</faultcode><faultstring>Error</faultstring></S:Fault>',
          ),
        },
      ]),
      publishedInTurn('a result with 500', 'UNAVAILABLE', [
        {
          status: 500,
          body: soap(
            '<result><eori>DE1234567</eori><status>1</status><statusDescr>Not valid</statusDescr></result>',
          ),
        },
      ]),
    ],
    'https://github.com/annuaire-entreprises-data-gouv-fr/site': [
      published(
        'a number that is not valid',
        'not-found',
        soap(
          '<result><eori>DE123456</eori><status>1</status><statusDescr>Not valid</statusDescr></result><result><eori>IT123456789</eori><status>1</status><statusDescr>Not valid</statusDescr></result>',
        ),
        { compact: 'DE123456' },
      ),
    ],
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/http-403-invalid-method.html': [
      publishedInTurn('a page of the network in front of the service', 'BLOCKED', [
        {
          status: 403,
          type: 'text/html',
          body: '<html><body>This distribution is not configured to allow the HTTP request method</body></html>',
        },
      ]),
    ],
  },
}
