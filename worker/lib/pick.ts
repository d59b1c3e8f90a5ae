/** Some columns of a table, or fields of an object, under their own names. Cast: `fromEntries` forgets the names. */
export const pick = <From extends object, Name extends keyof From>(from: From, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>

/** For a relational query. Cast: as above. */
export const columnsOf = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>

type Iso<Value> = Value extends Date ? string : Value

/** For an answer: dates in ISO 8601, also those that can be null. Cast: as above. */
export const withIsoDates = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as { [Name in keyof Row]: Iso<Row[Name]> }
