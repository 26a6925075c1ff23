import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Source = { path: string; text: string }

/** The project's own files, as they are written. */
export const sourcesOf = (...patterns: string[]): Source[] =>
  globSync(patterns)
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** `to` is a path under the project's root, or the name of a package; a lazy one is loaded when it is first used. */
export type Import = { from: string; to: string; isTypeOnly: boolean; isLazy: boolean }

/** The path that an import names, under the project's root: `imports` of package.json leads `#db/x.ts` to `src/db/x.ts`. */
export function pathOfImport(from: string, to: string): string {
  if (to.startsWith('#')) return to.startsWith('#testing/') ? to.slice(1) : join('src', to.replace(/^#(src\/)?/, ''))
  return to.startsWith('.') ? join(dirname(from), to) : to
}

/** All that a file imports or re-exports from elsewhere. */
export function importsOf({ path, text }: Source): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s+(?:(type)\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)
  const dynamic = text.matchAll(/()\bimport\(\s*'([^']+)'/g)
  return [...statements, ...dynamic].map(([statement, type, to = '']) => ({
    from: path,
    to: pathOfImport(path, to),
    isTypeOnly: type === 'type',
    isLazy: statement.startsWith('import('),
  }))
}
