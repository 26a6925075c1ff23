import { expect, it } from 'vitest'
import { connect } from '#db/client.ts'
import { Defect } from '#kernel/defect.ts'
import { dbOf } from '#src/platform-context.ts'
import { sourcesOf } from '#testing/sources.ts'

it('8.6.4 the database of a shard is that of its binding, and a shard without one is our own fault', () => {
  const DB = {} as D1Database
  expect(dbOf({ DB }, 0)).toBe(connect(DB))
  for (const shard of [1, 255, -1, 0.5, Number.NaN]) expect(() => dbOf({ DB }, shard)).toThrow(Defect)
})

it('8.6.4 one file knows the binding of a database', () => {
  const readers = sourcesOf('src/**/*.ts').filter(({ text }) => /(\.|[{,] )DB\b|'DB'|\bDB:/.test(text))
  expect(readers.map(({ path }) => path).sort()).toEqual(['src/env.ts', 'src/platform-context.ts'])
})

it('8.6.4 one file connects to it', () => {
  const readers = sourcesOf('src/**/*.ts').filter(({ text }) => /\bconnect\(/.test(text))
  expect(readers.map(({ path }) => path).sort()).toEqual(['src/db/client.ts', 'src/platform-context.ts'])
})
