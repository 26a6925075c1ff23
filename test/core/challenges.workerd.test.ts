import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { beforeAll, describe, expect, it } from 'vitest'
import { proveWork } from '#domain/core/challenges/prove-work.ts'
import { call, guest } from '#testing/api.ts'
import { emptyDatabase } from '#testing/empty-database.ts'
import { contextNow } from '#testing/fixtures/context.ts'

beforeAll(() => emptyDatabase())

async function answered(work: DeriveKeyFunction) {
  const { data } = await call(guest, 'GET', '/auth/challenge')
  const challenge: Challenge = data.challenge ?? data
  const solution = await solveChallenge({ challenge, deriveKey: work })
  return proveWork(contextNow(), btoa(JSON.stringify({ challenge, solution })))
}

describe('the work of a challenge', () => {
  it('is accepted when all of its rounds were done', async () => {
    expect(await answered(deriveKey)).toBeTypeOf('function')
  })

  it('is refused when one round was done in place of thousands', async () => {
    const cheap: DeriveKeyFunction = (parameters, salt, password) =>
      deriveKey({ ...parameters, cost: 1 }, salt, password)
    expect(await answered(cheap)).toBeUndefined()
  })
})
