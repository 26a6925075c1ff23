import { Buffer } from 'node:buffer'
import * as z from 'zod'
import { invalid } from '#kernel/failure.ts'
import { MINUTE_MS } from '#kernel/time.ts'

export const RELYING_PARTY_NAME = 'Soko'
/** A challenge may be answered for this long, and the browser asks for as long. */
export const CEREMONY_TTL_MS = 5 * MINUTE_MS
/** COSE: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257]
export const MAX_PASSKEYS = 20

/**
 * The library of the ceremonies, loaded when somebody first uses a passkey: its certificates would cost every start of
 * the Worker as much as all the rest.
 */
export const webauthn = () => import('@simplewebauthn/server')
export const webauthnHelpers = () => import('@simplewebauthn/server/helpers')

/** Bytes as WebAuthn writes them in JSON: base64url without padding. */
export const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/)
/** Fields that every answer of an authenticator has; a browser may add others (docs/conventions.md, Paths and bodies). */
export const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') }
export const clientDataJSON = bytes(8192)

const ClientData = z.looseObject({ challenge: bytes(200), origin: z.string(), crossOrigin: z.boolean().optional() })

/**
 * Refuses an answer that no authenticator sends.
 * @throws 400
 */
export function unreadable(): never {
  invalid('response', "La réponse de l'appareil est illisible.")
}

/**
 * Reads the data that the browser signed; the caller compares its challenge with ours.
 * @throws 400 if it cannot be read
 */
export function readClientData(text: string): z.output<typeof ClientData> {
  const json = Buffer.from(text, 'base64url').toString()
  try {
    return ClientData.parse(JSON.parse(json))
  } catch {
    return unreadable()
  }
}

/** The handle that an authenticator keeps for an account and shows at each sign-in: the account's id. */
export const handleOf = (userId: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(userId))
export const handleText = (userId: string): string => Buffer.from(userId).toString('base64url')

/** The bytes of a token's secret, which are the challenge. */
export const challengeBytes = (secret: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(secret, 'base64url'))
