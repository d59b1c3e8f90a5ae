import { countryInSentence } from './country-in-sentence.ts'

/** Parts of a country that its tax authority covers: Finland's Åland Islands, Norway's Svalbard, and so on. */
const partOf: Readonly<Record<string, string>> = {
  AX: 'FI',
  CC: 'AU',
  CX: 'AU',
  GF: 'FR',
  GP: 'FR',
  MQ: 'FR',
  NF: 'AU',
  RE: 'FR',
  SJ: 'NO',
  YT: 'FR',
}

const withoutResidents = 'AQ BV GS HM IO TF UM'.split(' ')

/** We looked for a rule in the OECD's TIN sheets and on the pages of tax authorities. */
const withoutRule =
  'BL BQ BT CF CG DJ EH ER FK FM GA GM GQ GW KI KM KP LS LY MF MN NE NU PM PN PS PW SB SD SH SL SO SS ST SY TC TD TK TL TM TO TV VA WF YE'.split(
    ' ',
  )

const nameOf = (code: string) =>
  countryInSentence(new Intl.DisplayNames('en', { type: 'region' }).of(code)?.replace(' - ', '-') ?? code)

/** Why we validate no numbers of an ISO 3166 code. */
export function unsupportedCountry(code: string): string {
  const country = partOf[code]
  if (country)
    return `Tax IDs in ${nameOf(code)} are those of ${nameOf(country)}. Send ${country} as the country.`
  if (withoutResidents.includes(code))
    return `No tax IDs are issued in ${nameOf(code)}, which has no permanent residents.`
  return withoutRule.includes(code)
    ? `We found no published rule for tax IDs in ${nameOf(code)} that we could confirm.`
    : `${code.slice(0, 2)} isn't a country code that we know.`
}
