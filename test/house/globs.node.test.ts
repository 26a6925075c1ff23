import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

// A glob that matches nothing is silent: the tests it meant to run, the files it meant to mutate or to check are left out.

const read = (path: string) => readFileSync(path, 'utf8')
const json = (path: string) => JSON.parse(read(path))

/** The strings in a file of TypeScript that name files: with a slash or a star, and neither a package nor an address. */
function pathsIn(file: string): string[] {
  const code = read(file).replaceAll(/^\s*(import |\/\/|\/\*\*).*$/gm, '')
  return [...code.matchAll(/'([^'\n]*[/*][^'\n]*)'/g)]
    .map(([, text = '']) => text)
    .filter((text) => /^[\w.{*]/.test(text) && !/[:\s]/.test(text))
}

/** The files, folders and globs of ours that a document names. */
const namedIn = (file: string) =>
  [...read(file).matchAll(/`((?:src|test|testing|proof|scripts|sandbox|docs)\/[\w./*{},-]+)`/g)].map(
    ([, path = '']) => path,
  )

/** Values of `name = "…"` of these names in a file of TOML, seen from the project's root. */
const valuesIn = (file: string, ...names: string[]): string[] =>
  [...read(file).matchAll(/^(\w+) = "(.*)"$/gm)]
    .filter(([, name = '']) => names.includes(name))
    .map(([, , value = '']) => join(dirname(file), value))

const ofWrangler = ['main', 'migrations_dir', 'directory']
const stryker = json('stryker.config.json')
const scripts: Record<string, string> = json('package.json').scripts

const PATTERNS: Record<string, string[]> = {
  'vitest.config.ts': pathsIn('vitest.config.ts'),
  'vitest.mutation.config.ts': pathsIn('vitest.mutation.config.ts'),

  'stryker.config.json': [
    ...stryker.mutate,
    ...stryker.ignorePatterns.filter((pattern: string) => pattern.startsWith('!')),
    stryker.vitest.configFile,
  ],
  'CONTRIBUTING.md': namedIn('CONTRIBUTING.md'),
  'ARCHITECTURE.md': namedIn('ARCHITECTURE.md'),
  'tsconfig.json': json('tsconfig.json').include,
  'biome.json': json('biome.json').files.includes,
  'wrangler.toml': valuesIn('wrangler.toml', ...ofWrangler),
  'sandbox/wrangler.toml': valuesIn('sandbox/wrangler.toml', ...ofWrangler),
  'package.json': Object.values(scripts).flatMap((script) => script.match(/(?<=^|\s)[\w./-]+\.(ts|json)\b/g) ?? []),
}

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`: each of them is meant to find something. */
function alternatives(pattern: string): string[] {
  const [, before = '', list, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  return list === undefined ? [pattern] : list.split(',').flatMap((each) => alternatives(before + each + after))
}

/** Whether a pattern finds a file of ours, or a folder with one in it. */
function matches(pattern: string): boolean {
  const exclude = (path: string) => /(^|\/)(node_modules|dist|\.wrangler)(\/|$)/.test(path)
  return globSync(pattern, { exclude }).some(
    (path) => statSync(path).isFile() || globSync(`${path}/**/*`, { exclude }).some((each) => statSync(each).isFile()),
  )
}

it.each(Object.entries(PATTERNS))('every path that %s names is there', (_, patterns) => {
  expect(patterns.length).toBeGreaterThan(0)
  const all = patterns.flatMap((pattern) => alternatives(pattern.replace(/^!/, '')))
  expect(all.filter((pattern) => !matches(pattern))).toEqual([])
})

it('every script that a script or a document calls is in package.json', () => {
  const callers = ['.ci/run', 'README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]
  const called = callers.flatMap((path) =>
    [...read(path).matchAll(/\bnpm (?:run (?:-s )?)?([\w:-]+)/g)].map(([, name = '']) => name),
  )
  const ofNpm = ['ci', 'pack']
  expect(called.filter((name) => !(name in scripts) && !ofNpm.includes(name))).toEqual([])
  expect(called.length).toBeGreaterThan(10)
})
