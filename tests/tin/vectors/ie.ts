import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'IE.VAT': {
    valid: [
      'IE6433435F',
      '6433435OA',
      'ie 1234567WH',
      'IE6388047V',
      'IE8D79739I',
      'IE 1+12345U',
      'IE0*00001C',
      'IE7654321GW',
    ],
    invalid: ['IE6433435E', 'IE6433435FA', 'IE8D79739J', 'IE6433435FJ', 'IE643343F', 'IE0000000W'],
  },
  'IE.PPS': {
    valid: ['1234567T', '6433435oa', '6433435IH', '1234567TW', '6433435FT', '1234567TX'],
    invalid: ['1234567U', '1234567TA', '1234567TZ', '123456T', '0000000W'],
  },
}
