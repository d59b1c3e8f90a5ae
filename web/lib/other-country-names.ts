const names: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates', 'Dubai', 'Abu Dhabi'],
  BE: ['Belgique', 'Belgien'],
  CD: ['DRC'],
  CH: ['Suisse', 'Svizzera', 'Swiss'],
  CI: ['Ivory Coast'],
  CN: ['PRC'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales'],
  GR: ['EL', 'Hellas'],
  IE: ['Republic of Ireland', 'Eire'],
  KR: ['Korea', 'Republic of Korea'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  MO: ['Macau'],
  NL: ['Holland'],
  RU: ['Russian Federation'],
  TR: ['Turkey'],
  US: ['USA', 'America', 'United States of America'],
  VN: ['Viet Nam'],
}

/** Other names that people search a country by: everyday ones, and the one in its own language. */
export function otherCountryNames(code: string): readonly string[] {
  const own = ownName(code)
  return [...(names[code] ?? []), ...(own === undefined ? [] : [own])]
}

function ownName(code: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(`und-${code}`).maximize()
    const locale = script ? `${language}-${script}` : language
    return new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }).of(code)
  } catch {
    // XI and XK have none.
    return undefined
  }
}
