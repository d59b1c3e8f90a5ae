/** Country codes of VAT numbers and everyday use. */
export const countryAliases: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' }
