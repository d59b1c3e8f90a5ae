type TaxIdProps = { countryCode: string | null; tin: string | null }

/** As it is written. Many numbers begin with their country, such as CHE-105.000.002. */
export const TaxId = ({ countryCode, tin }: TaxIdProps) => (
  <>
    {countryCode && !tin?.toUpperCase().startsWith(countryCode) ? (
      <span className="text-faint">{countryCode} </span>
    ) : null}
    {tin || '–'}
  </>
)
