/** A migration's file, and when it was written (milliseconds since 1970). */
export type Migration = { text: string; when: number }

/** `-- contract: release-20261124-0030`: the first release that no longer uses what the file drops. */
const CONTRACT = /^-- contract: release-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)$/m

type Rule = { refuses: RegExp; unless?: RegExp; because: string; allowedInContract?: true }

/** For statements on tables that exist already. */
const rules: readonly Rule[] = [
  {
    refuses: /^create (unique )?index|^drop index|^reindex/,
    unless: /\bconcurrently\b/,
    because: 'locks the table: use CONCURRENTLY',
  },
  {
    refuses: /\badd (constraint \S+ )?(check|foreign key)\b/,
    unless: /\bnot valid$/,
    because: 'locks the table while it reads all rows: add it NOT VALID, and validate it in a later file',
  },
  {
    refuses: /\badd (constraint \S+ )?(primary key|unique|exclude)\b/,
    unless: /\busing index\b/,
    because: 'locks the table: create the index CONCURRENTLY, then add the constraint USING INDEX',
  },
  {
    refuses: /\badd column\b.*\b(references|check|unique|primary key)\b/,
    because: 'locks the table: add the constraint apart',
  },
  {
    refuses:
      /\badd column\b.*(\bgenerated\b|\bserial\b|\bdefault (gen_random_uuid|uuidv7|random|nextval|clock_timestamp)\()/,
    because: 'writes all rows anew: add the column without it, and fill it in a job',
  },
  {
    refuses: /\badd column\b(?!.*\bdefault\b).*\bnot null\b/,
    because: 'has no DEFAULT, so the last release could not insert rows',
  },
  {
    refuses: /\balter (column )?\S+ (set data )?type\b/,
    because: 'writes all rows anew: add a column of the new type',
  },
  {
    refuses: /^drop (table|schema|type|view)|\bdrop column\b|\bdrop default\b|\brename\b|^truncate/,
    because: 'breaks the last release: see "Change the schema" in db/README.md',
    allowedInContract: true,
  },
]

/** The reasons why these migrations can't run while the last release's code runs. The first one creates the tables. */
export function findUnsafe(migrations: readonly Migration[]): string[] {
  const statementsOf = ({ text }: Migration) => text.split('--> statement-breakpoint').map(normalize)
  return migrations.slice(1).flatMap((migration, index) => {
    const statements = statementsOf(migration)
    const earlier = migrations.slice(1, index + 1).flatMap(statementsOf)
    return [
      ...findInFile(statements),
      ...statements.flatMap((statement, place) =>
        findInStatement(statement, {
          isContract: isContract(migration),
          created: createdTables(statements),
          before: [...earlier, ...statements.slice(0, place)],
        }),
      ),
    ]
  })
}

/** On one line in lower case, without comments, quotes and the last semicolon. */
const normalize = (statement: string) =>
  statement
    .replaceAll(/--.*$/gm, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/ ?;$/, '')
    .toLowerCase()

function isContract({ text, when }: Migration): boolean {
  const [, year, month, day, hour, minute] = CONTRACT.exec(text) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`) < when
}

const createdTables = (statements: readonly string[]) =>
  statements.flatMap((statement) => /^create table (?:if not exists )?(\S+)/.exec(statement)?.[1] ?? [])

const tableOf = (statement: string) =>
  /^(?:alter table (?:if exists )?(?:only )?|create .*?index .*? on )([\w.]+)/.exec(statement)?.[1]

function findInFile(statements: readonly string[]): string[] {
  const isConcurrent = (statement: string) => statement.includes(' concurrently ')
  const added = statements.flatMap((statement) => /add constraint (\S+)/.exec(statement)?.[1] ?? [])
  const isValidated = (name: string) =>
    statements.some((statement) => statement.endsWith(`validate constraint ${name}`))
  return [
    ...(statements.some(isConcurrent) && !statements.every(isConcurrent)
      ? ['statements with CONCURRENTLY run outside of a transaction: put them into a file of their own']
      : []),
    ...added
      .filter(isValidated)
      .map((name) => `validate ${name} in a later file, so that its first lock has ended`),
  ]
}

type Place = { isContract: boolean; created: readonly string[]; before: readonly string[] }

function findInStatement(statement: string, { isContract, created, before }: Place): string[] {
  if (/;(?![^$]*\$\$)/.test(statement)) return [`${statement}: put each statement between breakpoints`]
  const table = tableOf(statement)
  if (table && created.includes(table)) return []
  const broken = rules.filter(
    ({ refuses, unless, allowedInContract }) =>
      refuses.test(statement) && !unless?.test(statement) && !(allowedInContract && isContract),
  )
  return [
    ...broken.map(({ because }) => `${statement}: ${because}`),
    ...findUnchecked(statement, table, before),
    ...findUnrepeatable(statement, before),
  ]
}

/** With a valid check, PostgreSQL doesn't read the rows. */
function findUnchecked(statement: string, table: string | undefined, before: readonly string[]): string[] {
  const column = /\balter (?:column )?(\S+) set not null$/.exec(statement)?.[1]
  if (!column) return []
  const check = new RegExp(
    `^alter table ${table} add constraint (\\S+) check \\((?:${table}\\.)?${column} is not null\\) not valid$`,
  )
  const names = before.flatMap((earlier) => check.exec(earlier)?.[1] ?? [])
  const isValid = names.some((name) => before.includes(`alter table ${table} validate constraint ${name}`))
  return isValid ? [] : [`${statement}: reads all rows: first add and validate CHECK (${column} IS NOT NULL)`]
}

/** A failed one leaves an invalid index, which the next attempt must drop. */
function findUnrepeatable(statement: string, before: readonly string[]): string[] {
  const name = /^create (?:unique )?index concurrently (\S+)/.exec(statement)?.[1]
  return !name || before.at(-1) === `drop index concurrently if exists ${name}`
    ? []
    : [`${statement}: put DROP INDEX CONCURRENTLY IF EXISTS ${name} before it`]
}
