import { importsOf, type Source, sourcesOf } from '#testing/sources.ts'

/** The areas of the domain from the lowest up: each knows those before it, and no other (ARCHITECTURE.md). */
export const AREAS = ['core', 'money', 'shops', 'catalogue', 'orders', 'people', 'office']

/** Registries know the areas above theirs, so that everything else need not. */
export const REGISTRIES = [
  'src/domain/money/gateways/purposes.ts',
  ...AREAS.map((area) => `src/domain/${area}/above.ts`),
]

export const areaOf = (path: string): string | undefined => /^src\/(?:domain|db\/schema)\/([a-z]+)\//.exec(path)?.[1]
export const isAbove = (other: string, area: string) => AREAS.indexOf(other) > AREAS.indexOf(area)

/** The area of each table: that of the file which says it. */
export function areasOfTables(): Map<string, string> {
  const tables = sourcesOf('src/db/schema/*/*.ts').flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:sqliteTable|keyedTable)\(\s*'(\w+)'/g)].map(([, name = '']) => [name, areaOf(path)]),
  )
  const byHand = sourcesOf('src/db/triggers/*.sql').flatMap(({ path, text }) =>
    [...text.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].map(([, name = '']) => [
      name,
      path.split('/').at(-1)?.slice(0, -4),
    ]),
  )
  return new Map([...tables, ...byHand] as [string, string][])
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** Tables of areas above its own that a file of the domain names in SQL, or imports. */
export function knownAbove(source: Source, tables: Map<string, string>): string[] {
  const own = areaOf(source.path) ?? ''
  const inSql = [...withoutComments(source.text).matchAll(/\b(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)/g)].flatMap(
    ([, table = '']) => (isAbove(tables.get(table) ?? own, own) ? [table] : []),
  )
  const imported = importsOf(source).flatMap(({ to, isTypeOnly }) =>
    !isTypeOnly && to.startsWith('src/db/schema/') && isAbove(areaOf(to) ?? own, own) ? [to] : [],
  )
  return [...new Set([...inSql, ...imported])].sort()
}
