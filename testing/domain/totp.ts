import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { tokenText } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { confirmTotp } from '#domain/people/totp/confirm.ts'
import { loginTotp } from '#domain/people/totp/login.ts'
import { checkTotpProof } from '#domain/people/totp/prove.ts'
import { setUpTotp } from '#domain/people/totp/setup.ts'
import { issuedToken } from './codes.ts'
import { NOW, type TestDomain } from './domain.ts'
import { DEVICE } from './sessions.ts'

export const STEP = 30_000
export const TRIES_MS = 900_000

export const KEY_1 = { version: 1, secret: 'seal-key-0123456789abcdef' }
export const KEY_2 = { version: 2, secret: 'another-seal-key-0123456789' }
export const codeOf = (secret: string, ms = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOW + ms })

/** People of the market with an authenticator. */
export function peopleWithTotp(domain: TestDomain) {
  /** One of them, some time later, under these keys. */
  const as = (id: string, ms = 0, sealKeys = [KEY_1], provenAt = NOW): Ctx => {
    const ctx = domain.as({ id, email: `${id}@soko.test`, provenAt })
    return { ...ctx, now: NOW + ms, settings: { ...ctx.settings, sealKeys } }
  }
  /** Confirmed with the code of the step before. */
  async function enable(id: string) {
    const { secret } = await setUpTotp(as(id))
    const { backupCodes } = await confirmTotp(as(id), { code: codeOf(secret, -STEP) })
    return { secret, backupCodes }
  }
  async function pendingTokenOf(id: string | null, ctx = as(String(id)), method = 'PASSWORD') {
    const facts = { method }
    return tokenText(await issuedToken(ctx, { purpose: 'TOTP_CHALLENGE', userId: id, ttlMs: 300_000, facts }))
  }
  /** People who were written to, and the words of the mail. */
  const mails = (kind: string) =>
    domain.rows('SELECT recipient, subject FROM outbox WHERE kind = ? ORDER BY recipient', kind)

  return {
    as,
    enable,
    pendingTokenOf,
    /** A whole second half of a sign-in. */
    enter: async (ctx: Ctx, id: string, proof: { code: string } | { backupCode: string }) =>
      loginTotp(ctx, { pendingToken: await pendingTokenOf(id, ctx), ...proof }, DEVICE),
    spend: async (ctx: Ctx, code: string) => commit(ctx, await checkTotpProof(ctx, code)),
    kept: (id: string) =>
      domain.row<{ sealed_seed: string; key_version: number; last_step: number }>(
        'SELECT sealed_seed, key_version, last_step FROM totp WHERE user_id = ?',
        id,
      ),
    codesOf: (id: string) =>
      domain.rows<{ code_hash: string; used_at: number | null; created_at: number }>(
        'SELECT code_hash, used_at, created_at FROM backup_codes WHERE user_id = ?',
        id,
      ),
    /** Number of tries of each thing in its short window, by its key. */
    tries: () =>
      Object.fromEntries(
        domain
          .rows<{ key: string; count: number }>(
            "SELECT key, count FROM attempts WHERE key NOT GLOB '* a day:*' AND key NOT GLOB 'told:*' AND key NOT GLOB 'ways:*'",
          )
          .map(({ key, count }) => [key, count]),
      ),
    mails,
    /** Both addresses of the buyer were written to under these words, and were sent it at once. */
    async expectTold(kind: string, subject: string) {
      const addresses = ['buyer@second.test', 'buyer@soko.test']
      expect(mails(kind)).toEqual(addresses.map((recipient) => ({ recipient, subject })))
      expect(await domain.sent()).toEqual(addresses.map((address) => `email.send ${address}`))
    },
  }
}
