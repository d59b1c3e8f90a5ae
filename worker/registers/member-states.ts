export const viesIdentifiers = [
  'AT.UID BE.VAT BG.VAT CY.VAT CZ.DIC DE.VAT DK.CVR EE.KMKR ES.NIF FI.ALV FR.TVA GR.AFM HR.OIB HU.VAT IE.VAT IT.IVA',
  'LT.PVM LU.TVA LV.PVN MC.TVA MT.VAT NL.BTW PL.NIP PT.NIF RO.VAT SE.VAT SI.DS SK.ICDPH XI.VAT',
].flatMap((line) => line.split(' '))

/** Of companies, which may not be registered for VAT, so that "not found" refutes nothing. */
export const businessNumbersInVies: readonly string[] = ['BG.EIK', 'ES.CIF']

/** VIES writes EL for Greece; Monaco's numbers are French. */
const otherLetters: Readonly<Record<string, string>> = { GR: 'EL', MC: 'FR' }

export function memberStateOf(identifier: string): string {
  const country = identifier.slice(0, 2)
  return otherLetters[country] ?? country
}

export const viesLimiterKey = (identifier: string) => `vies:${memberStateOf(identifier)}`

export const memberStates: ReadonlyMap<string, { country: string; identifier: string }> = new Map(
  viesIdentifiers
    .filter((identifier) => !identifier.startsWith('MC'))
    .map((identifier) => [memberStateOf(identifier), { country: identifier.slice(0, 2), identifier }]),
)
