import { answer, publishedInTurn, type RegisterCases } from '../case.ts'

const token = { body: { access_token: 'token', expires_in: '3599' } }
const source = 'https://developer.go.ke/apis'
const valid = (data: object) => ({
  body: {
    ResponseCode: '23000',
    Message: 'Valid PIN',
    Status: 'OK',
    PINDATA: { KRAPIN: 'P051365947M', TypeOfTaxpayer: 'Non Individual', ...data },
  },
})

export const cases: RegisterCases = {
  always: { address: null },
  cases: {
    'KE.PIN': [
      answer('P051365947M', 'an active PIN of a company', {
        name: 'Copper Energy Ltd',
        status: 'Active',
        facts: { entityType: 'Non Individual' },
      }),
      answer('A051365947M', 'an active PIN of a person, with parts of PIN and name hidden', {
        name: null,
        facts: { entityType: 'Individual' },
      }),
      answer('P051365991M', 'a suspended PIN', { status: 'Suspended' }),
      answer('P051365992M', 'a canceled PIN', { registered: false, status: 'Cancelled' }),
      answer('P051365993M', 'a stopped PIN', { registered: false, status: 'Stopped' }),
      answer('P051365994M', 'an unknown status', 'unknown-status'),
      answer('P051365949M', '19005', 'not-found'),
      answer('P051365995M', 'an unknown code', 'UNREADABLE'),
      answer('P051365996M', 'an expired token, and no new one for a wrong secret', 'BLOCKED', {
        settings: { KRA_CONSUMER_SECRET: 'wrong' },
      }),
      answer('P051365996M', 'an expired token, and a company with a new one', {}),
    ],
  },
  recordings: {
    [source]: [
      publishedInTurn('19005 with OK', 'UNREADABLE', [
        token,
        { body: { ResponseCode: '19005', Status: 'OK' } },
      ]),
      publishedInTurn('an error in place of a code', 'UNREADABLE', [
        token,
        { body: { ErrorCode: '1', ErrorMessage: 'Error' } },
      ]),
      publishedInTurn('19005 with 500', 'UNAVAILABLE', [
        token,
        { status: 500, body: { ResponseCode: '19005', Message: 'Invalid PIN', Status: 'NOK' } },
      ]),
      publishedInTurn('401 for a token, twice', 'BLOCKED', [
        token,
        { status: 401, body: {} },
        token,
        { status: 401, body: {} },
      ]),
    ],
    'https://docs.spinmobile.co/kenya/kra/kra-pin-verification.html': [
      publishedInTurn('hidden parts', { name: null }, [
        token,
        valid({ KRAPIN: 'P***7M', Name: 'J**h M**ua M**ga', StatusOfPIN: 'Active' }),
      ]),
      ...['P***8M', 'P*8*7M', '***'].map((KRAPIN) =>
        publishedInTurn(`another PIN with hidden parts: ${KRAPIN}`, 'WRONG_NUMBER', [
          token,
          valid({ KRAPIN, Name: 'J**h M**ua M**ga', StatusOfPIN: 'Active' }),
        ]),
      ),
    ],
  },
}
