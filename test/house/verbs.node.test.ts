import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, pathOfImport, sourcesOf } from '#testing/sources.ts'

const routes = sourcesOf('src/routes/*/*.ts')
const domain = new Map(sourcesOf('src/domain/**/*.ts').map((source) => [source.path, source.text]))

/** The names that a file takes from another of ours. */
const namesFrom = (text: string, path: string, from: string): string[] =>
  [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '([.#][^']+)'/gm)]
    .filter(([, , target = '']) => pathOfImport(path, target) === from)
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().replace(/^type /, '')))

const exportsOf = (text: string) =>
  [...text.matchAll(/^export (?:async )?(?:function|const|type|class) (\w+)/gm)].map(([, name = '']) => name)

/** Files that hold what several operations share, by their name. */
const SHARED = ['view', 'queries', 'fields', 'context', 'documents', 'mail-code', 'approval', 'confirm', 'settings']

describe('the verbs', () => {
  it('answer what their operation answers: a route shows nothing itself', () => {
    const showing = routes.filter(({ text }) => /\bview[A-Z]\w*\(/.test(text))
    expect(showing.map(({ path }) => path)).toEqual([])
  })

  it('have a file that exports their schema, their answer and themselves, and nothing for others', () => {
    const taken = new Map<string, Set<string>>()
    for (const route of routes) {
      for (const { to } of importsOf(route)) {
        const names = taken.get(to) ?? new Set()
        for (const name of namesFrom(route.text, route.path, to)) names.add(name)
        taken.set(to, names)
      }
    }
    const extra = [...taken]
      .filter(([path]) => domain.has(path) && !SHARED.includes(basename(path, '.ts')))
      .flatMap(([path, names]) =>
        exportsOf(domain.get(path) ?? '').map((name) => ({ path, name, isTaken: names.has(name) })),
      )
      // A type by the name of its schema is the schema's.
      .filter(
        ({ path, name, isTaken }) =>
          !isTaken && exportsOf(domain.get(path) ?? '').filter((other) => other === name).length < 2,
      )
    expect(extra.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
  })
})
