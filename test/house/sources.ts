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

/** What a file imports or re-exports from elsewhere. */
export function importsOf({ path, text }: Source): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s+(?:(type)\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)
  const dynamic = text.matchAll(/()\bimport\(\s*'([^']+)'/g)
  return [...statements, ...dynamic].map(([statement, type, to = '']) => ({
    from: path,
    to: to.startsWith('.') ? join(dirname(path), to) : to,
    isTypeOnly: type === 'type',
    isLazy: statement.startsWith('import('),
  }))
}
