import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

type Rule = { perAddress?: number; perAccount?: number; windowMs: number }

/**
 * The tiers of docs/limits.md, Tiers: requests of one address, or of one account, in
 * a window. What each protects against is in docs/decisions/0007-limits.md.
 */
export const TIERS = {
  credential: { perAddress: 10, windowMs: MINUTE_MS },
  request: { perAddress: 10, windowMs: MINUTE_MS },
  creation: { perAddress: 10, windowMs: HOUR_MS },
  session: { perAddress: 120, windowMs: MINUTE_MS },
  authenticated: { perAccount: 600, windowMs: MINUTE_MS },
  public: { perAddress: 600, windowMs: MINUTE_MS },
} as const satisfies Record<string, Rule>

export type Tier = keyof typeof TIERS

/** Wrong passwords, codes and proofs of one address in the hour that begins with the first, and how long it waits then. */
export const FAILED_PROOFS = { max: 20, windowMs: HOUR_MS, blockMs: HOUR_MS } as const

/** Tries at the password of one account, wherever they come from; counted in D1. */
export const PASSWORD_TRIES = { max: 10, windowMs: 15 * MINUTE_MS } as const

/** Tries at the authenticator of one account by one way in, or of the person signed in; counted in D1. */
export const TOTP_TRIES = { max: 10, windowMs: 15 * MINUTE_MS } as const

/** Messages with a code to one address or number, when guests ask and when its signed-in owner does; counted in D1. */
export const GUEST_MESSAGES = { max: 5, windowMs: HOUR_MS } as const
export const OWNER_MESSAGES = { max: 30, windowMs: HOUR_MS } as const
/** SMS cost money: those of one account, to one number, that one address of guests asks for, and all of them in a day. */
export const SMS_OF_ACCOUNT = { max: 10, windowMs: DAY_MS } as const
export const SMS_OF_NUMBER = { max: 5, windowMs: HOUR_MS } as const
export const SMS_OF_GUEST = { max: 30, windowMs: DAY_MS } as const
/** How many all may be together is the environment's: SMS_DAILY_MAX. */
export const SMS_OF_ALL_MS = DAY_MS
/** Between two codes for the same thing. */
export const RESEND_MS = 60 * SECOND_MS

/** Orders of one buyer that wait for their payment: they hold stock that others could buy. */
export const UNPAID_ORDERS = { untilFirstCompleted: 3, afterwards: 10 } as const

/** Payments asked for on one phone, whoever asks: how many may wait for an answer, and be refused in a window. */
export const PROMPTS = { inFlight: 3, refused: 10, windowMs: HOUR_MS } as const
