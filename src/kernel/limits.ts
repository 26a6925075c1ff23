import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/** Whose requests a tier counts together. */
export type Per = 'address' | 'address and account' | 'account' | 'session'
type Rule = { max: number; per: Per; windowMs: number }

/**
 * The tiers of docs/limits.md, Tiers: how many requests of whom in a window. What each protects against is in
 * docs/decisions/0007-limits.md.
 */
export const TIERS = {
  credential: { max: 10, per: 'address and account', windowMs: MINUTE_MS },
  request: { max: 10, per: 'address', windowMs: MINUTE_MS },
  creation: { max: 10, per: 'address', windowMs: HOUR_MS },
  session: { max: 120, per: 'session', windowMs: MINUTE_MS },
  authenticated: { max: 600, per: 'account', windowMs: MINUTE_MS },
  public: { max: 6000, per: 'address', windowMs: MINUTE_MS },
} as const satisfies Record<string, Rule>

export type Tier = keyof typeof TIERS

/** Tries of credentials of one address in a minute, whatever the account: past them guests solve a challenge. */
export const ADDRESS_TRIES = { max: 100, windowMs: MINUTE_MS } as const

/** An address is suspect when the hour that begins with its first try holds this many failures, more than half of its tries. */
export const SUSPECT = { failures: 50, share: 0.5, windowMs: HOUR_MS } as const

/** How long a challenge may be answered. */
export const CHALLENGE_TTL_MS = 10 * MINUTE_MS

/** Tries at the password of one account, from unknown devices together, and from each known device; counted in D1. */
export const PASSWORD_TRIES = { max: 10, windowMs: 15 * MINUTE_MS } as const
export const PASSWORDS_A_DAY = { max: 30, windowMs: DAY_MS } as const

/** Tries at the authenticator of one account by one way in, or of the person signed in; counted in D1. */
export const TOTP_TRIES = { max: 10, windowMs: 15 * MINUTE_MS } as const

/**
 * Wrong codes, counted in D1: of one thing in an hour, however often its code is sent again; and of one account in a day over
 * all its ways, once for all unknown devices and once for its own. Of these so many may be an authenticator's, each of which
 * fits three codes of a million: in a day less than one account in 10,000 is guessed, by both sides together.
 */
export const CODE_TRIES = { max: 5, windowMs: HOUR_MS } as const
export const CODES_A_DAY = { max: 30, windowMs: DAY_MS } as const
export const TOTP_A_DAY = { max: 15, windowMs: DAY_MS } as const

/**
 * Messages with a code to one address or number in an hour, for one purpose: of one asker, of all guests together before each one
 * more needs a challenge, of one account whose address it is not yet, of all those together, and of its signed-in owner; counted in D1.
 */
export const GUEST_MESSAGES = { max: 5, windowMs: HOUR_MS } as const
export const ALL_GUESTS_MESSAGES = { max: 20, windowMs: HOUR_MS } as const
export const FOREIGN_MESSAGES = { max: 5, windowMs: HOUR_MS } as const
export const ALL_FOREIGN_MESSAGES = { max: 20, windowMs: HOUR_MS } as const
/**
 * Messages with a code to one address in a day, of all guests or of all accounts together: past them each network, or account on a
 * device that it knows, has five in the day, because it may be the address's owner.
 */
export const ADDRESS_MESSAGES_A_DAY = { max: 60, windowMs: DAY_MS } as const
/** Codes that one account has mailed to addresses that are not proved to be its own: they come out of everybody's day. */
export const FOREIGN_OF_ACCOUNT = { max: 30, windowMs: DAY_MS } as const
export const OWNER_MESSAGES = { max: 30, windowMs: HOUR_MS } as const
/** SMS cost money: those of one account, to one number, each by whoever asks, and those that one address of guests asks for. */
export const SMS_OF_ACCOUNT = { max: 10, windowMs: DAY_MS } as const
export const SMS_OF_NUMBER = { max: 5, windowMs: HOUR_MS } as const
export const SMS_OF_GUEST = { max: 30, windowMs: DAY_MS } as const
/** How many of all go in a day is the environment's: SMS_DAILY_MAX, MAIL_DAILY_MAX. How old an account is whose messages count apart. */
export const MESSAGES_OF_ALL_MS = DAY_MS
export const NEWCOMER_MS = 7 * DAY_MS
/** Tries at the codes that let one person's money go, for each purpose, however often a code is sent; counted in D1. */
export const APPROVAL_TRIES = { max: 5, windowMs: HOUR_MS } as const
/** Changes of the first address against the second, by their owner: each is told at both, and by SMS. Counted in D1. */
export const ADDRESS_PROMOTIONS = { max: 5, windowMs: HOUR_MS } as const
/** How often one act of an account's own is told to its owner. Counted in D1. */
export const OWN_ACTS_TOLD = { max: 10, windowMs: DAY_MS } as const
/** Passkeys, Google accounts and authenticators that one account adds. Counted in D1. */
export const WAYS_ADDED = { max: 30, windowMs: DAY_MS } as const
/** Between two codes for the same thing. */
export const RESEND_MS = 60 * SECOND_MS

/** Numbers whose operator one account asks a gateway about. Counted in D1. */
export const PREDICTIONS = { max: 60, windowMs: HOUR_MS } as const

/** Orders of one buyer that wait for their payment: they hold stock that others could buy. */
export const UNPAID_ORDERS = { untilFirstCompleted: 3, afterwards: 10 } as const
/** Of a buyer with so many orders that ended unpaid within a day: pieces of a line that may wait, and which part of a variant. */
export const UNPAID_PIECES = { after: 2, ofLine: 5, partOfVariant: 5 } as const

/**
 * Payments asked for on one phone, of all accounts together and of each one whose number it is: how many may wait for an answer, for
 * so long, and be refused in a window; and how many of one account whose number it is not may wait. How many one buyer or seller
 * asks for in it, on any phones: each one costs us.
 */
export const PROMPTS = {
  inFlight: 3,
  inFlightOfStranger: 1,
  openForMs: 15 * MINUTE_MS,
  refused: 10,
  byOne: 30,
  windowMs: HOUR_MS,
} as const

/** Reports of products and shops by one person; counted in D1. */
export const REPORTS_A_DAY = { max: 30, windowMs: DAY_MS } as const
/** Incidents that one person opens, and what they write to theirs; counted in D1. */
export const INCIDENTS_A_DAY = { max: 30, windowMs: DAY_MS } as const
/** Of these, what is of no order that was paid. */
export const INCIDENTS_OF_NO_ORDER = { max: 1, windowMs: DAY_MS } as const
export const INCIDENT_WORDS_A_DAY = { max: 100, windowMs: DAY_MS } as const
/** Incidents that one of the team opens; counted in D1. */
export const INCIDENTS_OF_STAFF_A_DAY = { max: 100, windowMs: DAY_MS } as const
/** What one of the team tells a whole role, or people by name: a row for each of them. Counted in D1. */
export const BROADCASTS_A_DAY = { max: 20, windowMs: DAY_MS } as const
/** Mails of one kind about one ticket or incident to one person, whatever is written there. Counted in D1. */
export const MAIL_OF_ONE_THING = { max: 1, windowMs: 10 * MINUTE_MS } as const
/** Tickets that one person opens, and what they write in theirs; counted in D1. */
export const TICKETS_A_DAY = { max: 30, windowMs: DAY_MS } as const
export const TICKET_WORDS_A_DAY = { max: 150, windowMs: DAY_MS } as const
/** How long a resolved ticket may be reopened. */
export const TICKET_CLOSES_MS = 7 * DAY_MS
/** Files of products that one seller sends: each may be 5,000 lines to check. */
export const IMPORTS_OF_SELLER = { max: 50, windowMs: DAY_MS } as const

/**
 * What one account makes in a day that leaves a row or a file behind also when it is taken away again, whatever its plan
 * allows at one time: far more than a shop's work, and an end to what somebody else's disk costs. Counted in D1.
 */
export const PRODUCTS_A_DAY = { max: 500, windowMs: DAY_MS } as const
export const VARIANTS_A_DAY = { max: 1000, windowMs: DAY_MS } as const
export const SHOPS_A_DAY = { max: 30, windowMs: DAY_MS } as const
/** Edits by one account, of its own things and itself, each line of a list counted. */
export const EDITS_A_DAY = { max: 2000, windowMs: DAY_MS } as const
/** Lines of the orders of one buyer, paid or not. */
export const ORDER_LINES_A_DAY = { max: 1000, windowMs: DAY_MS } as const
/** Lines of carts that one account has written, and quotes of its cart. */
export const CART_LINES_A_DAY = { max: 2000, windowMs: DAY_MS } as const
export const QUOTES_A_DAY = { max: 1000, windowMs: DAY_MS } as const
/**
 * Bytes of the files that one account stores in a day, pictures with their smaller sizes, and that it holds at one time. A phone's
 * photo is some 3 MB, and 2 MB of sizes: a shop of 200 products with three photos each comes to 3 GB.
 */
export const BYTES_A_DAY = { max: 4_000_000_000, windowMs: DAY_MS } as const
export const BYTES_HELD = 40_000_000_000
/** Uploads, each of one picture or paper, and of up to ten for a product. */
export const PRODUCT_UPLOADS_A_DAY = { max: 500, windowMs: DAY_MS } as const
export const SHOP_UPLOADS_A_DAY = { max: 100, windowMs: DAY_MS } as const
export const AVATARS_A_DAY = { max: 60, windowMs: DAY_MS } as const
export const BOOKINGS_A_DAY = { max: 200, windowMs: DAY_MS } as const
export const KYC_PAPERS_A_DAY = { max: 100, windowMs: DAY_MS } as const

/** Messages of one person about their orders, and pictures for them. Counted in D1. */
export const MESSAGES_A_MINUTE = { max: 120, windowMs: MINUTE_MS } as const
export const MESSAGES_A_DAY = { max: 2000, windowMs: DAY_MS } as const
/** Papers that a rider sends: each takes the place of the one of its kind. */
export const RIDER_PAPERS_A_DAY = { max: 100, windowMs: DAY_MS } as const
/** Jobs that a rider takes and gives back: whoever holds one reads numbers. */
export const RELEASES_A_DAY = { max: 10, windowMs: DAY_MS } as const
export const ATTACHMENTS_A_DAY = { max: 100, windowMs: DAY_MS } as const
