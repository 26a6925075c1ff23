import { createHash } from 'node:crypto'
import type { DeriveKeyFunction } from 'altcha-lib'

/**
 * Stands in for the thousands of rounds of PBKDF2 in a challenge, which would be a third of the tests' time. Everything else of
 * a challenge is real; `test/core/challenges.workerd.test.ts` does the whole work.
 */
export const deriveKey: DeriveKeyFunction = async ({ keyLength = 32 }, salt, password) => ({
  parameters: {},
  derivedKey: new Uint8Array(createHash('sha256').update(salt).update(password).digest()).slice(0, keyLength),
})
