import { guard } from '#db/guard.ts'

export const CODE_TOO_SOON = guard('CODE_TOO_SOON', 'TOO_MANY_REQUESTS', {
  message: "Un code vient d'être envoyé. Attendez une minute avant d'en demander un autre.",
  retryAfter: 60,
})
export const TOKEN_USED = guard('TOKEN_USED', 'GONE', { message: "Cette demande n'est plus valable. Recommencez." })
export const CODE_USED = guard('CODE_USED', 'UNAUTHORIZED', { reason: 'INVALID_VERIFICATION_CODE' })
export const CODE_QUOTA = guard('CODE_QUOTA', 'TOO_MANY_REQUESTS', {
  message: 'Trop de codes ont été envoyés. Réessayez dans une heure.',
  retryAfter: 3600,
})
/** Many messages to one address were asked for: the next asker solves a challenge. */
export const GUESTS_QUOTA = guard('GUESTS_QUOTA', 'TOO_MANY_REQUESTS', { reason: 'CHALLENGE_REQUIRED', retryAfter: 1 })
export const CODE_DAY_QUOTA = guard('CODE_DAY_QUOTA', 'TOO_MANY_REQUESTS', {
  message:
    "Trop de codes ont été envoyés aujourd'hui. Réessayez demain, ou depuis un appareil où vous vous êtes déjà connecté.",
  retryAfter: 3600,
})
