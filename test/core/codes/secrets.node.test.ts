import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, it } from 'vitest'
import { proveWork } from '#domain/core/challenges/prove-work.ts'
import { showChallenge } from '#domain/core/challenges/show.ts'
import { checkCode } from '#domain/core/codes/check.ts'
import { issueCode } from '#domain/core/codes/issue.ts'
import { issueToken, tryToken } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { knownDevice, markDevice } from '#domain/core/devices/known.ts'
import { checkHandoverCode } from '#domain/orders/delivery/check-handover-code.ts'
import { handoverCode } from '#domain/orders/delivery/handover-code.ts'
import { readRefreshToken, refreshTokenFor } from '#domain/people/sessions/tokens.ts'
import { newBackupCodes, useBackupCode } from '#domain/people/totp/backup-codes.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

const domain = openDomain(addMarket)
const ctx = domain.as({ id: 'rider' })
const rotated: Ctx = {
  ...ctx,
  settings: { ...ctx.settings, codeSecret: 'the-next-secret', codeSecretPrevious: ctx.settings.codeSecret },
}
const ended: Ctx = { ...rotated, settings: { ...rotated.settings, codeSecretPrevious: undefined } }
const use = { purpose: 'PHONE', person: 'buyer', target: '243810000001' } as const

it('a code, token or backup code from before a new secret counts as long as the older secret does', async () => {
  const { code, writes } = await issueCode(ctx, use)
  const token = await issueToken(ctx, { purpose: 'PASSWORD_RESET', userId: 'buyer', ttlMs: 60_000 })
  const backup = await newBackupCodes(ctx, 'buyer')
  await commit(ctx, [...writes, ...token.writes, ...backup.writes])
  const refresh = await refreshTokenFor(ctx, 's1', 3)
  const pickup = await handoverCode(ctx, 'pickup', 'o1')
  const [first = '', second = ''] = backup.codes

  await expect(checkCode(ended, use, code)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(tryToken(ended, 'PASSWORD_RESET', token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(commit(ended, await useBackupCode(ended, 'buyer', first))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(checkHandoverCode(ended, 'pickup', 'o1', pickup)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await readRefreshToken(ended, refresh)).toBeUndefined()

  expect(await checkCode(rotated, use, code)).not.toEqual([])
  expect(await tryToken(rotated, 'PASSWORD_RESET', token)).toMatchObject({ userId: 'buyer' })
  await commit(rotated, await useBackupCode(rotated, 'buyer', first))
  await expect(commit(rotated, await useBackupCode(rotated, 'buyer', first))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await commit(rotated, await useBackupCode(rotated, 'buyer', second))
  expect(await checkHandoverCode(rotated, 'pickup', 'o1', pickup)).not.toEqual([])
  expect(await readRefreshToken(rotated, refresh)).toEqual({ sessionId: 's1', generation: 3 })
  expect(await readRefreshToken(rotated, await refreshTokenFor(rotated, 's1', 4))).toMatchObject({ generation: 4 })
})

const onDevice = (at: Ctx, deviceToken?: string): Ctx => ({
  ...at,
  visitor: { deviceToken, networks: [], isSuspect: async () => false, challenge: async () => {} },
})

it('a device that signed in before a secret rotates stays known, to all of its accounts', async () => {
  const [aline, benoit] = [
    { id: 'buyer', email: 'aline@test.example' },
    { id: 'seller', email: 'benoit@test.example' },
  ]
  const first = await markDevice(onDevice(ctx), aline)
  const id = await knownDevice(onDevice(ctx, first), aline.id)
  expect(id).toBeDefined()
  expect(await knownDevice(onDevice(ended, first), aline.id)).toBeUndefined()
  expect(await knownDevice(onDevice(rotated, first), aline.email)).toBe(id)
  expect(await knownDevice(onDevice(rotated, first), benoit.id)).toBeUndefined()

  const second = await markDevice(onDevice(rotated, first), benoit)
  for (const name of [aline.id, aline.email, benoit.id, benoit.email])
    expect(await knownDevice(onDevice(rotated, second), name)).toBe(id)
  // A person who signs in again is known past the end of the older secret.
  const third = await markDevice(onDevice(rotated, second), aline)
  expect(await knownDevice(onDevice(ended, third), aline.id)).toBe(id)
  // Each account by its id, its address and its number.
  expect(third.split('.')[1]?.split('-')).toHaveLength(6)
})

it('a challenge that was given before a secret rotates is answered after it', async () => {
  // The library reads the clock itself.
  const now = Date.now()
  const { parameters, signature } = await showChallenge({ ...ctx, now })
  const solution = await solveChallenge({ challenge: { parameters, signature }, deriveKey })
  const answer = Buffer.from(JSON.stringify({ challenge: { parameters, signature }, solution })).toString('base64')
  expect(await proveWork({ ...ended, now }, answer)).toBeUndefined()
  expect(await proveWork({ ...rotated, now }, answer)).toBeDefined()
})
