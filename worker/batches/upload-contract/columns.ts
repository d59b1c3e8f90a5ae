import type { UploadOptions } from '#worker/batches/contract.ts'
import { type Countries, toKey } from './countries.ts'

export const fields = [
  'tin',
  'countryCode',
  'type',
  'kind',
  'name',
  'address',
  'purpose',
  'holder',
  'customId',
] as const
export type Field = (typeof fields)[number]

export type Places = Partial<Record<Field, number>>

const words = (text: string) => text.trim().split(/\s+/)

/** Column names in the languages of country names, as `toKey` writes them; the first that is found counts. */
const names: Readonly<Record<Field, readonly string[]>> = {
  tin: words(`
    tin taxid taxidentificationnumber vatnumber vatno vatid vatregistrationnumber vat taxnumber taxno
    taxregistrationnumber gstnumber gstin abn partitaiva piva partitaivacodicefiscale codicefiscale
    btwnummer btwnr btwid btwidentificatienummer btw rsin nipc nifnipc numerodecontribuinte contribuinte cnpj
    cnpjcpf cpfcnpj cpf number ustid ustidnr ustidnummer
    umsatzsteueridentifikationsnummer umsatzsteueridentifikationsnr umsatzsteueridnr umsatzsteuerid uid uidnummer steuernummer steuernr
    steueridentifikationsnummer steuerid mwstnummer mwstnr nummer numerotva ntva numerodetva
    numerodetvaintracommunautaire tvaintracommunautaire tva siren siret numerofiscal identifiantfiscal
    numero nif cif nie nifiva numerodeiva numeroiva numerodeidentificacionfiscal rfc rut cuit
    identificacionfiscal iva nip nipue numernip numervat numervatue identyfikatorpodatkowy numer
  `),
  countryCode: words(`
    countrycode country countryiso isocountry iso iso2 jurisdiction land landercode landercodeiso landcode landregion
    landeskennzeichen laenderkuerzel laendercode staat pays codepays pais codigopais codigodepais codigodopais kraj
    kodkraju panstwo paese codicepaese nazione
  `),
  type: words('type tintype taxidtype typ art nummernart typedenumero tipo tipodenumero rodzaj soort'),
  kind: words('kind tinkind taxidkind'),
  name: words(`
    name companyname company legalname businessname customer customername supplier suppliername vendor
    vendorname firma firmenname unternehmen kunde kundenname lieferant lieferantenname ragionesociale
    denominazione bedrijfsnaam bedrijf klantnaam klant leveranciersnaam leverancier naam razaosocial nom raisonsociale
    entreprise societe client fournisseur nombre razonsocial empresa cliente proveedor nazwa nazwafirmy
    kontrahent klient azienda fornitore fornecedor nome
  `),
  address: words(
    'address fulladdress registeredaddress adresse anschrift adressecomplete direccion domicilio adres indirizzo endereco morada',
  ),
  // Not "purpose" and "holder", which files use for other texts.
  purpose: words('reportingpurpose crspurpose'),
  holder: words('holdertype reportingholder crsholder'),
  customId: words(`
    customid id reference ref externalid customerid customernumber customerno supplierid vendorid
    kundennummer kundennr kdnr debitorennummer debitorennr lieferantennr lieferantennummer kreditor debitor referenz identifiant codeclient referencia
    codigo codigocliente identyfikator referencja codicecliente codicefornitore codice riferimento klantnummer
    klantnr debiteurnummer leveranciersnummer referentie codigodocliente
  `),
}

export const columnOptions = {
  tin: 'tinColumn',
  countryCode: 'countryColumn',
  type: 'typeColumn',
  kind: 'kindColumn',
  name: 'nameColumn',
  address: 'addressColumn',
  purpose: 'purposeColumn',
  holder: 'holderColumn',
  customId: 'customIdColumn',
} as const satisfies Record<Field, keyof UploadOptions>

/** The name of each field's column; empty for none. By default, columns are found by their names. */
export type NamedColumns = Readonly<Partial<Record<Field, string>>>

type FoundColumns = { hasHeader: boolean; places: Places }

/** The places lack `tin` if no column can hold the numbers. */
export function findColumns(
  first: readonly string[],
  named: NamedColumns,
  { codeOf }: Pick<Countries, 'codeOf'>,
): FoundColumns {
  const keys = first.map(toKey)
  const places: Places = {}
  for (const field of fields) {
    const name = named[field]
    const place = name === undefined ? knownPlace(keys, field, places) : name && keys.indexOf(toKey(name))
    if (typeof place === 'number' && place !== -1) places[field] = place
  }
  const tin = first.findIndex((cell) => (cell.match(/\d/g)?.length ?? 0) >= 5)
  if (tin === -1 || Object.keys(places).length > 0) return { hasHeader: true, places }
  const country = first.findIndex((cell, place) => place !== tin && codeOf(cell) !== undefined)
  return { hasHeader: false, places: { tin, ...(country !== -1 && { countryCode: country }) } }
}

function knownPlace(keys: readonly string[], field: Field, taken: Places): number {
  const isFree = (place: number) => place !== -1 && !Object.values(taken).includes(place)
  return names[field].map((name) => keys.indexOf(name)).find(isFree) ?? -1
}
