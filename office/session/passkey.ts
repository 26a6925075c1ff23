import type { PasskeyAnswer } from '@soko/client'
import { ask, client } from '../api.ts'

export const hasPasskeys = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

type Request = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0]

/** The answer of this device's passkey to a challenge of the service. */
export async function answerPasskey(): Promise<PasskeyAnswer> {
  const { challengeId, options } = await ask(() => client.passkeyLogin.options.$post({ json: {} }))
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as Request)
  const answered = await navigator.credentials.get({ publicKey }).catch(() => null)
  if (!answered) throw new Error("Aucune clé d'accès n'a été présentée.")
  const response = (answered as PublicKeyCredential).toJSON()
  return { challengeId, response } as unknown as PasskeyAnswer
}
