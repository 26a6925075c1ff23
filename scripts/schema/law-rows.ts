import { queryOfRange, queryOfSome, wholeOf } from '#db/law.ts'
import { DECLARED } from '#domain/money/ledger/checks.ts'
import { DECLARED_AT_NIGHT } from '#domain/money/ledger/night-laws.ts'

/** Rows of `law_parts`, as columns in order. */
export const lawRows = () =>
  Object.entries({ ...DECLARED, ...DECLARED_AT_NIGHT })
    .flatMap(([name, law]) => law.map((part, i) => ({ name, i, part })))
    .map(({ name, i, part }, seq) => [
      ...[seq + 1, name, i, part.of ?? null, part.walk ?? null, part.isNightly ? 1 : 0, name in DECLARED ? 1 : 0],
      ...[wholeOf([part]), queryOfSome(part), queryOfRange(part)].map((query) => query.replace(/\s+/g, ' ').trim()),
    ])

const literal = (value: string | number | null) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

/** The statements that write the laws into a database. */
export const lawStatements = (): string[] => [
  'DELETE FROM law_parts',
  ...lawRows().map(
    (row) =>
      `INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (${row.map(literal).join(', ')})`,
  ),
]
