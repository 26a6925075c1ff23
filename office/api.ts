import { ApiError, createClient, type Reply, unwrap } from '@soko/client'
import { withKey } from './request-key.ts'
import { solve } from './session/challenge.ts'
import { keep, keptValue } from './ui/kept.ts'

/**
 * The service itself, on the page's own origin: cookies that no script reads keep the person signed in. Each write has
 * its key, and the browser keeps no answer, so that a list shows what was just written.
 */
export const client = createClient({
  baseUrl: location.origin,
  clientType: 'web',
  solve,
  around: (send) =>
    withKey({ read: keptValue, write: keep }, (input, init) => send(input, { ...init, cache: 'no-store' })),
})

/** Hooks of the page's frame, for every caller: the end of a session, and the owner's proof. */
export const frame = {
  signedOut: () => {},
  /** Tells whether the owner has given a proof. */
  prove: async (): Promise<boolean> => false,
}

/**
 * The data of an answer. If the service wants a fresh proof of the owner, the page asks for it and makes the call
 * again; if the session is over, the page goes back to the sign-in.
 * @throws an error whose message says in French what to show
 */
export async function ask<T>(call: () => Promise<Reply<T>>): Promise<T> {
  const before = renewals
  try {
    return await unwrap(call())
  } catch (error) {
    if (!(error instanceof ApiError))
      throw new Error('Le service ne répond pas. Vérifiez la connexion, puis réessayez.')
    if (error.reason === 'REAUTH_REQUIRED' && (await frame.prove())) return unwrap(call())
    if (isSignedOut(error)) {
      if (await isRenewed(before)) return unwrap(call())
      frame.signedOut()
    }
    throw error
  }
}

const isSignedOut = ({ status, reason }: ApiError) =>
  status === 401 && (reason === undefined || reason === 'TOKEN_EXPIRED' || reason === 'UNAUTHORIZED')

let renewal: Promise<boolean> | undefined
/** Renewals of this page so far. */
export let renewals = 0

/**
 * Renews the access token, whose cookie goes with it; false if the session is over. Calls that fail together wait for one renewal, and a
 * call that left before one, so many being done by then, needs no other.
 */
export async function isRenewed(before: number): Promise<boolean> {
  if (renewals > before) return true
  renewal ??= renew().finally(() => {
    renewal = undefined
  })
  return renewal
}

const renew = () =>
  fetch(client.sessions['refresh-token'].$url(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  }).then(
    ({ ok }) => {
      if (ok) renewals++
      return ok
    },
    () => false,
  )

/** The text to show for a failure, with the fields that it names. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Une erreur est survenue.'
  if (error.message === 'La réponse du service est illisible.')
    return 'Le service a un problème. Réessayez dans un instant.'
  const details = error instanceof ApiError ? error.details.map(({ message }) => message) : []
  return [error.message, ...details.filter((text) => !error.message.toLowerCase().includes(text.toLowerCase()))].join(
    ' ',
  )
}
