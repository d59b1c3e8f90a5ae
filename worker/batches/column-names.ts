/** What a column of a file can hold. */
export type Field = 'tin' | 'countryCode' | 'type' | 'name' | 'customId'

export type Places = Partial<Record<Field, number>>

/** Column names in English, German, French, Spanish and Polish, as `toKey` writes them; the first that is found counts. */
const names: Readonly<Record<Field, readonly string[]>> = {
  tin: [
    ...[
      'tin',
      'taxid',
      'taxidentificationnumber',
      'vatnumber',
      'vatno',
      'vatid',
      'vatregistrationnumber',
      'vat',
    ],
    ...['taxnumber', 'taxno', 'taxregistrationnumber', 'gstnumber', 'gstin', 'abn', 'number'],
    ...[
      'ustid',
      'ustidnr',
      'ustidnummer',
      'umsatzsteueridentifikationsnummer',
      'umsatzsteuerid',
      'uid',
      'uidnummer',
    ],
    ...[
      'steuernummer',
      'steuernr',
      'steueridentifikationsnummer',
      'steuerid',
      'mwstnummer',
      'mwstnr',
      'nummer',
    ],
    ...[
      'numerotva',
      'ntva',
      'numerodetva',
      'numerodetvaintracommunautaire',
      'tvaintracommunautaire',
      'tva',
      'siren',
    ],
    ...['siret', 'numerofiscal', 'identifiantfiscal', 'numero'],
    ...[
      'nif',
      'cif',
      'nie',
      'nifiva',
      'numerodeiva',
      'numeroiva',
      'numerodeidentificacionfiscal',
      'rfc',
      'rut',
      'cuit',
    ],
    ...[
      'identificacionfiscal',
      'iva',
      'nip',
      'nipue',
      'numernip',
      'numervat',
      'numervatue',
      'identyfikatorpodatkowy',
      'numer',
    ],
  ],
  countryCode: [
    ...['countrycode', 'country', 'countryiso', 'isocountry', 'iso', 'iso2', 'jurisdiction'],
    ...[
      'land',
      'landercode',
      'landercodeiso',
      'landcode',
      'landeskennzeichen',
      'laenderkuerzel',
      'laendercode',
      'staat',
    ],
    ...['pays', 'codepays', 'pais', 'codigopais', 'codigodepais', 'kraj', 'kodkraju', 'panstwo'],
  ],
  type: [
    ...[
      'type',
      'tintype',
      'taxidtype',
      'typ',
      'art',
      'nummernart',
      'typedenumero',
      'tipo',
      'tipodenumero',
      'rodzaj',
    ],
  ],
  name: [
    ...[
      'name',
      'companyname',
      'company',
      'legalname',
      'businessname',
      'customer',
      'customername',
      'supplier',
    ],
    ...['suppliername', 'vendor', 'vendorname', 'firma', 'firmenname', 'unternehmen', 'kunde', 'kundenname'],
    ...[
      'lieferant',
      'lieferantenname',
      'nom',
      'raisonsociale',
      'entreprise',
      'societe',
      'client',
      'fournisseur',
    ],
    ...[
      'nombre',
      'razonsocial',
      'empresa',
      'cliente',
      'proveedor',
      'nazwa',
      'nazwafirmy',
      'kontrahent',
      'klient',
    ],
  ],
  customId: [
    ...['customid', 'id', 'reference', 'ref', 'externalid', 'customerid', 'customernumber', 'customerno'],
    ...[
      'supplierid',
      'vendorid',
      'kundennummer',
      'kundennr',
      'lieferantennummer',
      'kreditor',
      'debitor',
      'referenz',
    ],
    ...['identifiant', 'codeclient', 'referencia', 'codigo', 'codigocliente', 'identyfikator', 'referencja'],
  ],
}

export const fields: readonly Field[] = ['tin', 'countryCode', 'type', 'name', 'customId']

/** Without accents, case, spaces and punctuation: "USt-IdNr." is `ustidnr`. */
export const toKey = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Undefined if no column has a known name, or if another field has it. */
export function knownPlace(
  keys: readonly string[],
  field: Field,
  taken: Readonly<Places>,
): number | undefined {
  for (const name of names[field]) {
    const place = keys.indexOf(name)
    if (place !== -1 && !Object.values(taken).includes(place)) return place
  }
  return undefined
}

export const looksLikeTin = (cell: string): boolean => (cell.match(/\d/g)?.length ?? 0) >= 5

const languages = ['en', 'de', 'fr', 'es', 'pl'] as const

/** Codes of countries by their names, as `toKey` writes them. */
export function countryCodesByName(
  countries: readonly { readonly code: string; readonly name: string }[],
): Map<string, string> {
  const codes = new Map<string, string>()
  for (const { code, name } of countries) codes.set(toKey(name), code)
  for (const language of languages) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const { code } of countries) {
      const name = display.of(code)
      if (name) codes.set(toKey(name), code)
    }
  }
  return codes
}
