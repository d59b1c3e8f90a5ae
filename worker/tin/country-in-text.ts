const withThe =
  /^(?:Bahamas|Dominican Republic|European Union|Isle of Man|Maldives|Netherlands|Philippines|United .+|.+ Islands)$/

/** The English name of a country within a sentence: "in the Netherlands", "in France". */
export const countryInText = (name: string): string => (withThe.test(name) ? `the ${name}` : name)
