const takesArticle =
  /^(Bahamas|Comoros|European Union|Gambia|Isle|Maldives|Netherlands|Philippines|United)\b|(Islands|Republic|Territory|Territories)$/

/** The English name of a country within a sentence: "in the Netherlands", "in France". */
export const countryInSentence = (name: string): string => (takesArticle.test(name) ? `the ${name}` : name)
