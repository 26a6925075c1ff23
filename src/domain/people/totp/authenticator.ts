import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth/bare'
import type { Ctx } from '#domain/core/context.ts'

/** Codes of so many steps before and after the present one are accepted: clocks of phones go wrong. */
const WINDOW = 1
const SEED_BYTES = 20

/** The settings that every authenticator app understands (RFC 6238): 6 digits, SHA-1, a new code every 30 s. */
const authenticatorOf = (seed: string, label = '') =>
  new TOTP({
    issuer: 'Soko',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: Secret.fromBase32(seed),
    hmac: (_, key, message) => Uint8Array.from(createHmac('sha1', key).update(message).digest()),
  })

/** Random bytes as base32; 32 bytes at most. */
export const randomBase32 = (ctx: Ctx, bytes: number) =>
  new Secret({ buffer: Uint8Array.from(Buffer.from(ctx.ids.secret(), 'base64url').subarray(0, bytes)).buffer }).base32

/** A new secret to share with an app, in base32. */
export const newSeed = (ctx: Ctx) => randomBase32(ctx, SEED_BYTES)

/** The URL that an app reads from the QR code. */
export const otpauthUrlOf = (seed: string, email: string) => authenticatorOf(seed, email).toString()

/** The time step of a code, if it is the present one or a neighbour; null for any other code. */
export function stepOfCode(seed: string, code: string, now: number): number | null {
  const authenticator = authenticatorOf(seed)
  const delta = authenticator.validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : authenticator.counter({ timestamp: now }) + delta
}
