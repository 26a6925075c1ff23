import { Buffer } from 'node:buffer'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { fail } from '../../../kernel/failure.ts'
import { SECOND_MS } from '../../../kernel/time.ts'
import type { Ctx } from '../../core/context.ts'

const BLOCK_SIZE = 8
const PARALLELISM = 5
const KEY_BYTES = 32
/** Where hashes have threads of their own, as in Node. In workerd each runs on the isolate's only one, to its end. */
const MOST_AT_ONCE = 2

/** Beside those whose turn it may be. A ninth is told to come again: whoever is behind it would have given up before its turn. */
const MOST_WAITING = 8
/** Who has not looked for this long was cut off while waiting. */
const CUT_OFF_MS = 10 * SECOND_MS
const BUSY = { message: 'Trop de connexions en même temps. Réessayez dans quelques secondes.', retryAfter: 3 }

/** Who waits for a turn, and when they last looked. */
const waiting = new Map<object, number>()
let running = 0
let ended = 0

/**
 * A salted scrypt record, `scrypt$N$r$p$salt$hash`: its own parameters make it readable after they change.
 * @throws 503 when eight wait already, as `isPassword` does
 */
export async function hashPassword(ctx: Ctx, password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const key = await derive(ctx, password, salt, ctx.settings.passwordCost)
  return [
    'scrypt',
    ctx.settings.passwordCost,
    BLOCK_SIZE,
    PARALLELISM,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$')
}

/** Compares a password with its record; without one it spends the same time, so that unknown accounts do not show. */
export async function isPassword(ctx: Ctx, password: string, record: string | null | undefined): Promise<boolean> {
  const [, cost, , , salt, hash] = (record ?? '').split('$')
  if (!cost || !salt || !hash) {
    await derive(ctx, password, Buffer.alloc(16), ctx.settings.passwordCost)
    return false
  }
  const key = await derive(ctx, password, Buffer.from(salt, 'base64url'), Number(cost))
  const known = Buffer.from(hash, 'base64url')
  return known.length === key.length && timingSafeEqual(known, key)
}

async function derive({ settings }: Ctx, password: string, salt: Buffer, cost: number): Promise<Buffer> {
  await takeTurn(settings.passwordRestMs)
  try {
    return await new Promise<Buffer>((resolve, reject) =>
      scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N: cost, r: BLOCK_SIZE, p: PARALLELISM }, (error, key) =>
        error ? reject(error) : resolve(key),
      ),
    )
  } finally {
    running--
    ended++
  }
}

/**
 * Waits until no other hash has ended for a while: one takes a quarter of a second of the thread that every request of this
 * isolate shares, and between two of them the others go on. Everybody looks by themselves, because who waits for somebody
 * else's request to wake them waits for ever when that request is cut off.
 */
async function takeTurn(restMs: number): Promise<void> {
  const me = {}
  for (const [other, lookedAt] of waiting) if (Date.now() - lookedAt > CUT_OFF_MS) waiting.delete(other)
  if (running + waiting.size >= MOST_AT_ONCE + MOST_WAITING) fail('GATEWAY_UNAVAILABLE', BUSY)
  for (let before = -1; running >= MOST_AT_ONCE || (restMs > 0 && ended !== before); ) {
    before = ended
    waiting.set(me, Date.now())
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
  waiting.delete(me)
  // In the same breath as the look that allowed it.
  running++
}
