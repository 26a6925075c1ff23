import { Buffer } from 'node:buffer'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { SECOND_MS } from '#kernel/time.ts'

const BLOCK_SIZE = 8
const PARALLELISM = 5
const KEY_BYTES = 32
/**
 * Most hashes at once on a runtime that gives each a thread, as Node does. In workerd each runs to its end on the isolate's only thread.
 */
const MOST_AT_ONCE = 2

/** Most hashes that wait for a turn. A ninth is told to come again: its person would have given up before its turn. */
const MOST_WAITING = 8
/** A waiting hash that has not looked for this long was cut off. */
const CUT_OFF_MS = 10 * SECOND_MS
const BUSY = { message: 'Trop de connexions en même temps. Réessayez dans quelques secondes.', retryAfter: 3 }

/** Waiting hashes, with the time at which each last looked. */
const waiting = new Map<object, number>()
let running = 0
let ended = 0

/**
 * Hashes a password to a salted scrypt record, `scrypt$N$r$p$salt$hash`, which can be read after the parameters change.
 * @throws 503 if eight wait already, as `isPassword` does
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

/** Compares a password with its record. Without a record it spends the same time, so that unknown accounts do not show. */
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
 * Waits for a turn, so that other requests of the isolate go on between two hashes: a hash takes its thread for a quarter of a second. Each
 * hash looks for itself, because a request that should wake it may be cut off.
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
  // No `await` stands between this and the look that allowed it.
  running++
}
