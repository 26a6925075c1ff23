import { Buffer } from 'node:buffer'
import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import {
  ALGORITHMS,
  bytes,
  clientDataJSON,
  credential,
  readClientData,
  unreadable,
  webauthn,
  webauthnHelpers,
} from './ceremony.ts'

export const RegistrationResponse = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON,
    attestationObject: bytes(8192),
    transports: z.array(z.string().min(1).max(32)).max(10).optional(),
  }),
})
type RegistrationResponse = z.output<typeof RegistrationResponse>

function refuseRegistration(): never {
  fail('UNAUTHORIZED', {
    reason: 'INVALID_VERIFICATION_CODE',
    message: "Cette clé d'accès n'a pas pu être vérifiée. Recommencez.",
  })
}

/**
 * Checks that an authenticator made a key for our challenge: from a page of ours, for our domain, by a person whom the device checked. The
 * maker of the device is not asked for; a statement with certificates is refused, as the library would fetch addresses that they name.
 * @returns the columns of the new passkey
 * @throws 400 if it cannot be read, 401 INVALID_VERIFICATION_CODE if it proves nothing
 */
export async function proveRegistration(ctx: Ctx, response: RegistrationResponse) {
  const { verifyRegistrationResponse } = await webauthn()
  const { id, rawId, type, response: inner } = response
  const { challenge, crossOrigin } = readClientData(inner.clientDataJSON)
  if (!(await isBare(inner.attestationObject)) || crossOrigin) refuseRegistration()
  const { relyingParty } = ctx.settings
  const proof = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON: inner.clientDataJSON, attestationObject: inner.attestationObject },
    },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origins,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuseRegistration)
  if (!proof.verified) refuseRegistration()
  const { credential: made, credentialBackedUp } = proof.registrationInfo
  if (made.id !== id) refuseRegistration()
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
    transports: inner.transports ?? [],
    backedUp: credentialBackedUp,
  }
}

/** Whether an attestation does not name the maker of the device: it is empty, or signed with the new key itself. */
async function isBare(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, parseAuthenticatorData } = await webauthnHelpers()
  try {
    const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
    parseAuthenticatorData(attestation.get('authData'))
    const format = attestation.get('fmt')
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  } catch {
    return unreadable()
  }
}
