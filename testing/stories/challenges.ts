import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib'
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2'
import { deriveKey as sha } from 'altcha-lib/algorithms/sha'
import { call, guest } from '#testing/api.ts'

const derive = (algorithm: string): DeriveKeyFunction => (algorithm.startsWith('PBKDF2') ? pbkdf2 : sha)

/** Asks for a challenge and solves it: what goes in the header `x-challenge`, once. */
export async function solvedChallenge(headers: Record<string, string> = {}): Promise<string> {
  const { data } = await call(guest, 'GET', '/auth/challenge', undefined, headers)
  const challenge: Challenge = data.challenge ?? data
  const solution = await solveChallenge({ challenge, deriveKey: derive(challenge.parameters.algorithm) })
  return btoa(JSON.stringify({ challenge, solution }))
}
