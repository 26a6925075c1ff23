import { Buffer } from 'node:buffer'
import * as z from 'zod'
import type { passkeys } from '#db/schema/people/factors.ts'
import type { Ctx } from '#domain/core/context.ts'
import {
  bytes,
  clientDataJSON,
  credential,
  handleText,
  readClientData,
  unreadable,
  webauthn,
  webauthnHelpers,
} from './ceremony.ts'

export const LoginResponse = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON,
    authenticatorData: bytes(8192),
    signature: bytes(8192),
    userHandle: bytes(128).nullish(),
  }),
})
type LoginResponse = z.output<typeof LoginResponse>

/**
 * Checks that this passkey signed the assertion for its challenge: on a page of ours, for our domain, by a person whom the device checked,
 * and for the account that the passkey belongs to.
 * @returns the signature counter, which the commit compares, and whether the passkey is backed up; undefined for no proof
 */
export async function proveLogin(ctx: Ctx, passkey: typeof passkeys.$inferSelect, response: LoginResponse) {
  const { verifyAuthenticationResponse } = await webauthn()
  const { id, rawId, type, response: inner } = response
  const { challenge, crossOrigin } = readClientData(inner.clientDataJSON)
  if (inner.userHandle !== handleText(passkey.userId) || crossOrigin) return undefined
  const { relyingParty } = ctx.settings
  const { clientDataJSON, authenticatorData, signature, userHandle } = inner
  const proof = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origins,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    // The commit compares the counter, after the signature, so that two sign-ins at once cannot both pass.
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
      counter: 0,
    },
  }).catch(() => undefined)
  if (!proof?.verified) return undefined
  return { counter: proof.authenticationInfo.newCounter, backedUp: proof.authenticationInfo.credentialBackedUp }
}

/** Refuses with 400 an answer that no device sends, before anything is counted. @returns the challenge that it answers */
export async function readLogin({ response }: LoginResponse): Promise<string> {
  const { challenge } = readClientData(response.clientDataJSON)
  const { parseAuthenticatorData } = await webauthnHelpers()
  try {
    parseAuthenticatorData(Uint8Array.from(Buffer.from(response.authenticatorData, 'base64url')))
  } catch {
    unreadable()
  }
  return challenge
}
