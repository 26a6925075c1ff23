import { describe, expect, it } from 'vitest'
import { type Source, sourcesOf } from '#testing/sources.ts'

// docs/style.md, as far as it can be counted.

const NAMELESS = /^(?:What|Whose|Whom|Of|Where|Who|How|The same|It|Its|They|Their|Those|That|Nor|And|None of)\b/
const BLOCK = /\/\*\*?[\s*]*([^\n*][^\n]*)/g
const LINE = /^[^\n'"`]*?\/\/ ?(.*)$/
const isLineComment = (line: string) => /^\s*\/\//.test(line)

/** The beginnings of all comments of a file: of a row of lines, the first. */
function beginningsOf({ text }: Source): string[] {
  const lines = text.split('\n')
  const first = lines.filter((line, i) => !(isLineComment(line) && isLineComment(lines[i - 1] ?? '')))
  const ofLines = first.flatMap((line) => LINE.exec(line)?.[1] ?? [])
  return [...[...text.matchAll(BLOCK)].map(([, said = '']) => said), ...ofLines]
}

/** The files of src that lie in no room. */
const ROOT = 'src itself'

const namelessIn = (room: string) =>
  sourcesOf(...(room === ROOT ? ['src/*.ts'] : [`${room}/**/*.ts`, `${room}/**/*.tsx`])).flatMap((source) =>
    beginningsOf(source)
      .filter((said) => NAMELESS.test(said))
      .map((said) => `${source.path}: ${said}`),
  )

const AREAS = ['core', 'money', 'catalogue', 'shops', 'orders', 'people', 'office'].map((area) => `src/domain/${area}`)
const ROOMS = ['kernel', 'db', 'http', 'providers', 'routes', 'cron', 'durable-objects'].map((room) => `src/${room}`)
const OTHERS = ['office', 'scripts', 'sandbox', 'client', 'proof', 'testing', 'test']

describe('a comment names its subject first', () => {
  it.each([ROOT, ...ROOMS, ...AREAS, ...OTHERS])('in %s', (room) => {
    expect(namelessIn(room)).toEqual([])
  })

  it('a comment without a subject is seen', () => {
    const begin = '/**'
    const source = {
      path: 'a.ts',
      text: `${begin} What it is. */\nconst a = 1\n/**\n * Whose it is.\n */\n// Of it.\n// What follows.\nconst b = 'http://Of'`,
    }
    expect(beginningsOf(source).filter((said) => NAMELESS.test(said))).toEqual([
      'What it is. */',
      'Whose it is.',
      'Of it.',
    ])
  })
})
