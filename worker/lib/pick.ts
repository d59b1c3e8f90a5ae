/** Some columns of a table, or fields of an object, under their own names. Casts: `fromEntries` forgets the names. */
export const pick = <From extends object, Name extends keyof From>(from: From, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>

export const columnsOf = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>

type Iso<Value> = Value extends Date ? string : Value

export const withIsoDates = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as { [Name in keyof Row]: Iso<Row[Name]> }
