import { Buffer } from 'node:buffer'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../context.ts'

const BLOCK_SIZE = 8
const PARALLELISM = 5
const KEY_BYTES = 32
/** One hash takes a quarter of a second of this isolate's only thread; more at once would stall every other request. */
const MOST_AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** A salted scrypt record, `scrypt$N$r$p$salt$hash`: its own parameters make it readable after they change. */
export async function hashPassword(ctx: Ctx, password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, ctx.settings.passwordCost)
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
    await derive(password, Buffer.alloc(16), ctx.settings.passwordCost)
    return false
  }
  const key = await derive(password, Buffer.from(salt, 'base64url'), Number(cost))
  const known = Buffer.from(hash, 'base64url')
  return known.length === key.length && timingSafeEqual(known, key)
}

async function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await new Promise<Buffer>((resolve, reject) =>
      scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N: cost, r: BLOCK_SIZE, p: PARALLELISM }, (error, key) =>
        error ? reject(error) : resolve(key),
      ),
    )
  } finally {
    running--
    waiting.shift()?.()
  }
}
