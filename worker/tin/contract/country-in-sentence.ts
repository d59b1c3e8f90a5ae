const takesArticle =
  /^(Bahamas|European Union|Isle|Maldives|Netherlands|Philippines|United)\b|(Islands|Republic)$/

/** The English name of a country within a sentence: "in the Netherlands", "in France". */
export const countryInSentence = (name: string): string => (takesArticle.test(name) ? `the ${name}` : name)
