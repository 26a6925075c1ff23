import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { type Machine, refuse } from '#domain/core/machine.ts'
import { declaredNotices } from '#domain/core/notices/notice.ts'
import { sourcesOf } from '#testing/sources.ts'
import { declareAll, SAMPLES } from '../core/notices/samples.ts'

/** Faults that no French of ours may have, and how to see them. */
const FAULTS: Record<string, RegExp> = {
  'a curly apostrophe': /[’‘]/,
  'a word that is not elided':
    /(?<![\p{L}'-])(?:de|que|le|la|ne|se|me|te|je|ce|jusque|lorsque|puisque|quelque) (?=[aeiouàâéèêëîïôûù])(?!\w*[A-Z]\w*)/iu,
  'a value that is missing': /\b(?:undefined|null|NaN)\b|\[object/,
  'a stamp': /\d{4}-\d{2}-\d{2}T/,
  'two spaces': /\S {2,}\S/,
  'a sign without its space': /\p{L}[:;!?](?= |$)/u,
  'a space before a full stop': / \.(?: |$)/,
}

const faultsOf = (where: string, text: string) =>
  Object.entries(FAULTS).flatMap(([what, pattern]) => (pattern.test(text) ? [`${where}: ${what}: ${text}`] : []))

const LITERAL = /\/\*[\s\S]*?\*\/|\/\/.*|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const isFrench = (text: string) =>
  / /.test(text) &&
  !/\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE|CASE|CURRENT_DATE)\b/.test(text) &&
  /[éèêàùçîôœÉÀ]|(?<![\p{L}])(?:le|la|les|un|une|est|pas|votre|vous|ce|cette|des|du|de|en|au)(?![\p{L}])/iu.test(text)

/** An alphabet, and pages of HTML. */
const OTHERWISE = [
  'src/providers/gsm7.ts',
  'src/routes/core/pages.ts',
  'scripts/openapi/group-page.ts',
  'scripts/openapi/pages.ts',
]

it('every text of the service is French as people write it, wherever it stands', () => {
  const said = sourcesOf('{src,scripts/openapi}/**/*.ts')
    .filter(({ path }) => !OTHERWISE.includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(LITERAL)].map(([, single, double, template]) => ({
        path,
        text: (single ?? double ?? template ?? '').replaceAll(/\$\{[^}]*\}|«[^»]*»/g, 'X'),
      })),
    )
    .filter(({ text }) => isFrench(text))
  expect(said.length).toBeGreaterThan(500)
  // Whoever builds a front end is told of null by its name.
  const faults = said.flatMap(({ path, text }) => faultsOf(path, text))
  expect(faults.filter((fault) => !/^src\/routes\/.*: a value that is missing:/.test(fault))).toEqual([])
})

it('every chapter of the guide is', () => {
  const lines = sourcesOf('scripts/openapi/guide/*.md').flatMap(({ path, text }) =>
    text
      .replaceAll(/`[^`]*`|«[^»]*»/g, 'X')
      .split('\n')
      .map((line) => ({ path, line: line.trimStart() })),
  )
  expect(lines.length).toBeGreaterThan(200)
  expect(lines.flatMap(({ path, line }) => faultsOf(path, line))).toEqual([])
})

it('every notice is', async () => {
  await declareAll()
  const said = declaredNotices().flatMap(({ kind, words }) =>
    (SAMPLES[kind] ?? []).flatMap((facts) =>
      Object.values(words('fr', facts as never)).flatMap((text) => faultsOf(kind, text.replaceAll(/https?:\S+/g, ''))),
    ),
  )
  expect(said).toEqual([])
})

it("every refusal of a machine is: « Impossible d'annuler : la commande est livrée. »", async () => {
  const files = globSync('src/domain/**/*machine.ts')
  const modules = await Promise.all(files.map((path) => import(resolve(path)) as Promise<Record<string, unknown>>))
  const isMachine = (value: unknown): value is Machine<string, string> =>
    typeof value === 'object' && value !== null && 'events' in value && 'states' in value
  const machines = modules.flatMap((each) => Object.values(each).filter(isMachine))
  expect(machines.length).toBeGreaterThan(8)
  const said = machines.flatMap((machine) =>
    Object.keys(machine.events).flatMap((event) =>
      Object.keys(machine.states).map((status) => {
        try {
          return refuse(machine, status, event)
        } catch (error) {
          return (error as Error).message
        }
      }),
    ),
  )
  for (const text of said) expect(text).toMatch(/^Impossible (de \p{L}|d'\p{L}).* : l(e|a|es|') ?\p{L}.* est .*\.$/u)
  expect(said.flatMap((text) => faultsOf('machine', text))).toEqual([])
})
