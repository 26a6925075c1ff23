import { createHash } from 'node:crypto'
import type { DeriveKeyFunction } from 'altcha-lib'

/**
 * Stands in for the thousands of rounds of PBKDF2 in a challenge (vitest.carrier.config.ts): everything else of it is real,
 * and the second that it takes on a cheap phone passes on the clock of the hour.
 */
export const deriveKey: DeriveKeyFunction = async ({ keyLength = 32 }, salt, password) => ({
  parameters: {},
  derivedKey: new Uint8Array(createHash('sha256').update(salt).update(password).digest()).slice(0, keyLength),
})
