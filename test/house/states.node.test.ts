import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { type Source, sourcesOf } from '#testing/sources.ts'

/** Closed sets of states: what the schema exports as `…_STATUSES`. */
async function closedSets(): Promise<Set<string>[]> {
  const files = sourcesOf('src/db/schema/*/*.ts').map(({ path }) => pathToFileURL(resolve(path)).href)
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(/* @vite-ignore */ file)))
  return modules
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => name.endsWith('_STATUSES'))
    .map(([, states]) => new Set(states as string[]))
}

const WORDS = `'\\w+'(?:,\\s*'\\w+')+,?`
/** Lists of SQL and TypeScript, arguments of a call, and comparisons of one status with several words. */
const LISTS = [
  new RegExp(`[([]\\s*(${WORDS})\\s*[)\\]]`, 'g'),
  /tatus\b\)? (?:===|=) ('\w+' (?:\|\||OR) [\w.?!]*[sS]tatus (?:===|=) '\w+')(?! (?:&&|AND))/g,
  /tatus\b\)? (?:!==|<>) ('\w+' (?:&&|AND) [\w.?!]*[sS]tatus (?:!==|<>) '\w+')/g,
]

/** Lists of several states of one closed set that a file says by itself. */
const listsIn = ({ path, text }: Source, sets: Set<string>[]): string[] =>
  LISTS.flatMap((list) => [...text.matchAll(list)]).flatMap(([, list = '']) => {
    const words = [...list.matchAll(/'(\w+)'/g)].map(([, word = '']) => word)
    return words.length > 1 && sets.some((set) => words.every((word) => set.has(word)))
      ? [`${path}: ${words.join(', ')}`]
      : []
  })

/** Tables of states are said where the table is (src/db/schema), and how they move in its machine. People of the simulation try what they like. */
const OWNERS = [/^src\/db\/schema\//, /\/machine\.ts$/, /^proof\/simulation\/people\//]

/** Each says why it is no set of states that somebody else could say otherwise. The list only shrinks. */
const EXCEPTIONS: Record<string, string> = {
  'src/domain/core/files/view.ts': 'a set of its own: what a paper is shown as',
  'src/domain/money/gateways/by-hand/hear-first.ts': 'the words of a gateway, not our states',
  'proof/callbacks/pairs.ts': 'two verdicts that are played one after the other',
}

it('a set of several states is said once, beside their table', async () => {
  const sets = await closedSets()
  expect(sets.length).toBeGreaterThan(15)
  const files = sourcesOf('{src,proof,scripts}/**/*.{ts,sql}').filter(
    ({ path }) => !OWNERS.some((own) => own.test(path)),
  )
  const found = files.filter((file) => listsIn(file, sets).length > 0)
  const excepted = Object.keys(EXCEPTIONS)
  const isExcepted = ({ path }: Source) => excepted.some((exception) => path.startsWith(exception))
  expect(found.filter((file) => !isExcepted(file)).flatMap((file) => listsIn(file, sets))).toEqual([])
  expect(excepted.filter((exception) => !found.some(({ path }) => path.startsWith(exception)))).toEqual([])
})

it('a list by hand is found, in SQL, in TypeScript and in words', async () => {
  const sets = await closedSets()
  const lists = (text: string) => listsIn({ path: 'planted.ts', text }, sets)
  expect(lists("o.status IN ('CANCELLED', 'REJECTED')")).toEqual(['planted.ts: CANCELLED, REJECTED'])
  expect(lists("['pending', 'review'].includes(status)")).toEqual(['planted.ts: pending, review'])
  expect(lists("status === 'SUCCEEDED' || refund.status === 'REJECTED'")).toEqual(['planted.ts: SUCCEEDED, REJECTED'])
  expect(lists("r.status <> 'SUCCEEDED' AND r.status <> 'REJECTED'")).toEqual(['planted.ts: SUCCEEDED, REJECTED'])
  expect(lists("status === 'PAID'")).toEqual([])
})

/** A default of a switch over a closed set takes a state that nobody thought of: `endSwitch` compiles only where there is none. */
const TAKES_ALL = /\bdefault:\n(?!\s*return endSwitch\()/
it('no switch of the domain takes a member of a closed set by default', () => {
  const found = sourcesOf('src/domain/**/*.ts').filter(({ text }) => TAKES_ALL.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
  expect(TAKES_ALL.test('    default:\n      return []')).toBe(true)
})
