import { AppError } from '#worker/errors.ts'
import { countries } from '#worker/tin/index.ts'
import type { UploadOptions } from './contract.ts'

type Field = 'tin' | 'countryCode' | 'type' | 'name' | 'customId'

/** The place of each field in a row. `header` is null for a file that begins with data. */
export type Columns = {
  header: string[] | null
  delimiter: string
  places: Partial<Record<Field, number>> & { tin: number }
}

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

const fields: readonly Field[] = ['tin', 'countryCode', 'type', 'name', 'customId']

/** Without accents, case, spaces and punctuation: "USt-IdNr." is `ustidnr`. */
const toKey = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const options = {
  tin: 'tinColumn',
  countryCode: 'countryColumn',
  type: 'typeColumn',
  name: 'nameColumn',
  customId: 'idColumn',
} as const satisfies Record<Field, keyof UploadOptions>

/** From the first row of a file. Throws INVALID_INPUT if no column can hold the numbers. */
export function findColumns(first: string[], delimiter: string, upload: UploadOptions): Columns {
  const keys = first.map(toKey)
  const places: Partial<Record<Field, number>> = {}
  for (const field of fields) {
    const wanted = upload[options[field]]
    const place =
      wanted === undefined ? knownPlace(keys, field, places) : placeOf(keys, wanted, options[field])
    if (place !== undefined) places[field] = place
  }
  if (places.tin !== undefined) return { header: first, delimiter, places: { ...places, tin: places.tin } }
  const tin = first.findIndex(looksLikeTin)
  if (tin === -1 || Object.keys(places).length > 0) throw missingColumn('tinColumn', first)
  const country = first.findIndex((cell, place) => place !== tin && countryCodeOf(cell) !== undefined)
  return { header: null, delimiter, places: { tin, ...(country !== -1 && { countryCode: country }) } }
}

function knownPlace(keys: readonly string[], field: Field, taken: Readonly<Record<string, number>>) {
  for (const name of names[field]) {
    const place = keys.indexOf(name)
    if (place !== -1 && !Object.values(taken).includes(place)) return place
  }
  return undefined
}

function placeOf(keys: readonly string[], wanted: string, path: string): number {
  const place = keys.indexOf(toKey(wanted))
  if (place === -1) {
    const message = `The file has no column "${wanted}".`
    throw new AppError('INVALID_INPUT', { message, details: [{ path, message }] })
  }
  return place
}

function missingColumn(path: string, first: readonly string[]): AppError {
  const found = first.slice(0, 10).join(', ').slice(0, 300)
  const message = `No column holds tax IDs. Name one "tin", or send its name as tinColumn. Found: ${found}`
  return new AppError('INVALID_INPUT', { message, details: [{ path, message }] })
}

const looksLikeTin = (cell: string) => (cell.match(/\d/g)?.length ?? 0) >= 5

let countryCodes: Map<string, string> | undefined

/** A code, or a country's name in one of the five languages. */
export function countryCodeOf(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (/^[A-Z]{2}$/.test(code)) return code
  countryCodes ??= countryNames()
  return countryCodes.get(toKey(text))
}

function countryNames(): Map<string, string> {
  const codes = new Map<string, string>()
  for (const { code, name } of countries) codes.set(toKey(name), code)
  for (const language of ['en', 'de', 'fr', 'es', 'pl']) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const { code } of countries) {
      const name = display.of(code)
      if (name) codes.set(toKey(name), code)
    }
  }
  return codes
}
