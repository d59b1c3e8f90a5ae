const regions = new Intl.DisplayNames('en-US', { type: 'region' })

/** "DE" -> "Germany". XI is Northern Ireland, which has no ISO code of its own. */
export const countryName = (code: string): string =>
  code === 'XI' ? 'Northern Ireland' : (regions.of(code) ?? code)

const takesArticle =
  /^(Bahamas|European Union|Isle|Maldives|Netherlands|Philippines|United)\b|(Islands|Republic)$/

/** Within a sentence: "the Netherlands". */
export const countryInSentence = (name: string): string => (takesArticle.test(name) ? `the ${name}` : name)
