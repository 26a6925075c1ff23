import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth/bare'
import type { Simulation } from '../../simulation.ts'

const STEP_MS = 30_000

const hmac = (_: string, key: Uint8Array, message: Uint8Array) =>
  Uint8Array.from(createHmac('sha1', key).update(message).digest())

/** Code that the app on somebody's phone shows at an instant. */
export const showOf = (seed: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(seed), hmac }).generate({ timestamp })

/** The code that somebody types, from a phone whose clock may be a step wrong; now and then a slip of the finger. */
export function codeOfApp(simulation: Simulation, seed: string | undefined): string | undefined {
  if (!seed) return undefined
  if (simulation.random.chance(0.08)) return '000000'
  return showOf(seed, simulation.now + simulation.random.pick([0, 0, 0, -STEP_MS, STEP_MS]))
}
