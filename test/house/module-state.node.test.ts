import { describe, expect, it } from 'vitest'
import { type Source, sourcesOf } from '#testing/sources.ts'

/** Types whose values belong to one request, or can be waited for. */
const OF_A_REQUEST =
  /\b(Promise|PromiseLike|Ctx|Context|Request|Response|Headers|ReadableStream|AbortController|Actor|Meter|Senders|D1PreparedStatement)\b/
/** A module may hold these: they bind a value to a piece of work and keep none. */
const KEEPS_NOTHING = /^new AsyncLocalStorage\b/

type Kept = { name: string; says: string }

/** Declarations at the top of a module that can change while it runs: `let`, and collections. */
const keptBy = ({ path, text }: Source): Kept[] =>
  [...text.matchAll(/^(?:export )?(let|const) (\w+)(?:: ([^=\n]+))? = ([^\n]*)/gm)].flatMap(
    ([, keyword, name, type = '', value = '']) =>
      KEEPS_NOTHING.test(value) || (keyword === 'const' && !/^new (Weak)?(Map|Set)\b/.test(value))
        ? []
        : [{ name: `${path} ${name}`, says: `${type} ${value}` }],
  )

const heldTooLong = (source: Source) =>
  keptBy(source)
    .filter(({ says }) => OF_A_REQUEST.test(says))
    .map(({ name }) => name)

/** A collection that starts empty, or an unset variable, says by its type what it will hold. */
const untyped = (source: Source) =>
  [
    ...keptBy(source).filter(
      ({ says }) => /new (Weak)?(Map|Set)\(\)/.test(says) || /^ (undefined|null|\[\]|\{\})$/.test(says),
    ),
    ...[...source.text.matchAll(/^(?:export )?let (\w+)$/gm)].map(([, name]) => ({ name: `${source.path} ${name}` })),
  ].map(({ name }) => name)

describe('what a module keeps lives as long as its isolate', () => {
  const src = sourcesOf('src/**/*.ts')

  it('holds no promise and nothing of a request', () => {
    expect(src.flatMap(heldTooLong)).toEqual([])
  })

  it('says what it holds', () => {
    expect(src.flatMap(untyped)).toEqual([])
  })

  it.each([
    ['a promise by database', 'const last = new WeakMap<Db, Promise<unknown>>()'],
    ['a promise by name', 'const keys = new Map<string, Promise<CryptoKey>>()'],
    ['the last context', 'let last: Ctx | undefined = undefined'],
    ['requests under way', 'export const open = new Set<Request>()'],
  ])('sees %s', (_, text) => {
    expect(heldTooLong({ path: 'a.ts', text })).toHaveLength(1)
  })

  it('sees what does not say', () => {
    expect(untyped({ path: 'a.ts', text: 'const all = new Map()\nlet last\nlet one = undefined' })).toHaveLength(3)
  })
})

/** Files that ask which MODE it is, each with its subject: secrets, addresses and links of development, what is printed, scrypt's cost. */
const ASK_FOR_MODE = [
  'src/app.ts',
  'src/cron/run.ts',
  'src/durable-objects/answer.ts',
  'src/env.ts',
  'src/http/boot.ts',
  'src/http/count-trips.ts',
  'src/platform-context.ts',
  'src/routes/core/pages.ts',
]

it('MODE decides nothing but secrets, what is printed and the cost of scrypt', () => {
  const asking = sourcesOf('src/**/*.ts').filter(({ text }) => /\bMODE\b/.test(text))
  expect(asking.map(({ path }) => path)).toEqual(ASK_FOR_MODE)
  const costs = asking.find(({ path }) => path === 'src/platform-context.ts')?.text.match(/^.*\bMODE\b.*$/gm)
  expect(costs?.map((line) => line.trim().split(':')[0])).toEqual(['passwordCost', 'passwordRestMs'])
})
