import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { LAWS } from '#domain/money/ledger/checks.ts'
import { NIGHT_LAWS } from '#domain/money/ledger/night-laws.ts'

const ALL = { ...LAWS, ...NIGHT_LAWS }

/** Fails with the law's name when the database breaks one. */
export async function expectLaws(): Promise<void> {
  const names = Object.keys(ALL)
  const results = await env.DB.batch(names.map((name) => env.DB.prepare(ALL[name] ?? '')))
  const broken = names.flatMap((name, i) =>
    results[i]?.results.length ? [{ law: name, rows: results[i].results.slice(0, 5) }] : [],
  )
  expect(broken).toEqual([])
}

/** Holds each law of the hour on the whole database now, as finance reads verdicts. */
export async function holdWhole() {
  const results = await env.DB.batch(Object.values(LAWS).map((law) => env.DB.prepare(law)))
  return Object.keys(LAWS).map((name, i) => {
    const { length = 0 } = results[i]?.results ?? []
    return { name, ok: length === 0, difference: String(length) }
  })
}
