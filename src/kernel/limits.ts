import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/** The subject whose requests a tier counts together. */
export type Per = 'address' | 'address and account' | 'account' | 'session'
type Rule = { max: number; per: Per; windowMs: number }

/**
 * The tiers of docs/limits.md, Tiers: most requests of one subject in a window. docs/decisions/0007-limits.md says what
 * each tier protects against.
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

/** Tries of credentials of one address in a minute, over all accounts. Above this, guests solve a challenge. */
export const ADDRESS_TRIES = { max: 100, windowMs: MINUTE_MS } as const

/** An address is suspect if the hour from its first try holds this many failures, and they are more than half of its tries. */
export const SUSPECT = { failures: 50, share: 0.5, windowMs: HOUR_MS } as const

/** Time in which a challenge may be answered. */
export const CHALLENGE_TTL_MS = 10 * MINUTE_MS

/** Tries of the password of one account: unknown devices count together, each known device apart. Counted in D1. */
export const PASSWORD_TRIES = { max: 10, windowMs: 15 * MINUTE_MS } as const
export const PASSWORDS_A_DAY = { max: 30, windowMs: DAY_MS } as const

/** Tries at the authenticator of one account: each way in counts apart, and so does the signed-in person. Counted in D1. */
export const TOTP_TRIES = { max: 10, windowMs: 15 * MINUTE_MS } as const

/** Wrong codes for one thing in an hour, however often its code is sent again. Counted in D1. */
export const CODE_TRIES = { max: 5, windowMs: HOUR_MS } as const
/** Wrong codes of one account in a day, over all its ways: unknown devices count together, the account's own apart. Counted in D1. */
export const CODES_A_DAY = { max: 30, windowMs: DAY_MS } as const
/** Authenticator codes among these. Each fits three codes of a million, so less than one account in 10,000 is guessed in a day. */
export const TOTP_A_DAY = { max: 15, windowMs: DAY_MS } as const

/** Messages with a code to one address or number, for one purpose, that one asker may cause in an hour. Counted in D1. */
export const GUEST_MESSAGES = { max: 5, windowMs: HOUR_MS } as const
/** Messages to one address or number for all guests together. Above this, each further message needs a challenge. */
export const ALL_GUESTS_MESSAGES = { max: 20, windowMs: HOUR_MS } as const
/** Messages with a code to one address, for one purpose, that one account may cause if the address is not its own yet. */
export const FOREIGN_MESSAGES = { max: 5, windowMs: HOUR_MS } as const
/** Messages to one address, for all accounts together that do not have it yet. */
export const ALL_FOREIGN_MESSAGES = { max: 20, windowMs: HOUR_MS } as const
/**
 * Messages with a code to one address in a day, for all guests or all accounts together. Above this, each network, or
 * account on a device that it knows, still has five in the day, because it may be the address's owner.
 */
export const ADDRESS_MESSAGES_A_DAY = { max: 60, windowMs: DAY_MS } as const
/** Codes that one account may mail to addresses not proved to be its own: they come out of everybody's day. */
export const FOREIGN_OF_ACCOUNT = { max: 30, windowMs: DAY_MS } as const
/** Messages with a code for one purpose that a signed-in owner may ask for in an hour. */
export const OWNER_MESSAGES = { max: 30, windowMs: HOUR_MS } as const
/** SMS for one account. SMS cost money, so each kind of asker has a count of its own (docs/limits.md, SMS). */
export const SMS_OF_ACCOUNT = { max: 10, windowMs: DAY_MS } as const
/** SMS to one number, counted by the same kinds of askers. */
export const SMS_OF_NUMBER = { max: 5, windowMs: HOUR_MS } as const
/** SMS that one address of guests may ask for. */
export const SMS_OF_GUEST = { max: 30, windowMs: DAY_MS } as const
/** Time for which an SMS waits for the pushes of its matter: if none was taken by then, it goes. */
export const SMS_WAITS_MS = MINUTE_MS
/** Devices for pushes of one account; one more, and the oldest goes. */
export const MOST_DEVICES = 10
/** Registrations of devices by one account: an app registers at each start. Counted in D1. */
export const DEVICES_A_DAY = { max: 100, windowMs: DAY_MS } as const
/** Window for messages of all people together. The environment sets how many: SMS_DAILY_MAX, MAIL_DAILY_MAX. */
export const MESSAGES_OF_ALL_MS = DAY_MS
/** Age up to which an account is young: messages of young accounts have a share of their own. */
export const NEWCOMER_MS = 7 * DAY_MS
/** Tries at the codes that release one person's money, for each purpose, however often a code is sent. Counted in D1. */
export const APPROVAL_TRIES = { max: 5, windowMs: HOUR_MS } as const
/** Swaps of the first and the second address by their owner: each is told at both addresses and by SMS. Counted in D1. */
export const ADDRESS_PROMOTIONS = { max: 5, windowMs: HOUR_MS } as const
/** Notices to an owner about one kind of the account's own acts. Counted in D1. */
export const OWN_ACTS_TOLD = { max: 10, windowMs: DAY_MS } as const
/** Passkeys, Google accounts and authenticators that one account adds. Counted in D1. */
export const WAYS_ADDED = { max: 30, windowMs: DAY_MS } as const
/** Least time between two codes for the same thing. */
export const RESEND_MS = 60 * SECOND_MS

/** Numbers whose operator one account asks a gateway about. Counted in D1. */
export const PREDICTIONS = { max: 60, windowMs: HOUR_MS } as const

/** Orders of one buyer that wait for their payment: they reserve stock that others could buy. */
export const UNPAID_ORDERS = { untilFirstCompleted: 3, afterwards: 10 } as const
/** Limits for a buyer with `after` orders that ended unpaid within a day: unpaid pieces of a line, and the part of a variant (a fifth). */
export const UNPAID_PIECES = { after: 2, ofLine: 5, partOfVariant: 5 } as const

/**
 * Payment prompts to one phone (docs/limits.md, One at a time): open ones, open ones of an account that is a stranger
 * to the number, and refused ones. `byOne` bounds those of one buyer or seller to all phones, because each costs us.
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
/** Reviews by one person, and by all accounts that pay with one number; counted in D1. */
export const REVIEWS_A_DAY = { max: 20, windowMs: DAY_MS } as const
/** Incidents that one person opens. Counted in D1. */
export const INCIDENTS_A_DAY = { max: 30, windowMs: DAY_MS } as const
/** Incidents among these that are about no paid order. */
export const INCIDENTS_OF_NO_ORDER = { max: 1, windowMs: DAY_MS } as const
export const INCIDENT_WORDS_A_DAY = { max: 100, windowMs: DAY_MS } as const
/** Incidents that one of the team opens; counted in D1. */
export const INCIDENTS_OF_STAFF_A_DAY = { max: 100, windowMs: DAY_MS } as const
/** Broadcasts of one member of the team, each to a whole role or to people by name: a row for each person. Counted in D1. */
export const LIVE_OPENINGS = { max: 30, windowMs: 5 * MINUTE_MS } as const
export const BROADCASTS_A_DAY = { max: 20, windowMs: DAY_MS } as const
/** Mails of one kind about one ticket or incident to one person, however much is written there. Counted in D1. */
export const MAIL_OF_ONE_THING = { max: 1, windowMs: 10 * MINUTE_MS } as const
/** Tickets that one person opens. Counted in D1. */
export const TICKETS_A_DAY = { max: 30, windowMs: DAY_MS } as const
export const TICKET_WORDS_A_DAY = { max: 150, windowMs: DAY_MS } as const
/** Time in which a resolved ticket may be reopened. */
export const TICKET_CLOSES_MS = 7 * DAY_MS
/** Product files that one seller sends: each may hold 5,000 lines to check. */
export const IMPORTS_OF_SELLER = { max: 50, windowMs: DAY_MS } as const

/**
 * Things that one account makes in a day, deleted ones included, because a row or a file of each stays on disk. The
 * figures are far above a shop's work, and do not depend on the plan. Counted in D1.
 */
export const PRODUCTS_A_DAY = { max: 500, windowMs: DAY_MS } as const
export const VARIANTS_A_DAY = { max: 1000, windowMs: DAY_MS } as const
export const SHOPS_A_DAY = { max: 30, windowMs: DAY_MS } as const
/** Edits by one account of its own things and itself; each line of a list counts. */
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
/** Copies of their data that one person asks for. Counted in D1. */
export const COPIES_A_DAY = { max: 1, windowMs: DAY_MS } as const
export const BOOKINGS_A_DAY = { max: 200, windowMs: DAY_MS } as const
export const KYC_PAPERS_A_DAY = { max: 100, windowMs: DAY_MS } as const

/** Messages of one person about their orders. Counted in D1. */
export const MESSAGES_A_MINUTE = { max: 120, windowMs: MINUTE_MS } as const
export const MESSAGES_A_DAY = { max: 2000, windowMs: DAY_MS } as const
/** Papers that a rider sends: each replaces the last paper of its kind. */
export const RIDER_PAPERS_A_DAY = { max: 100, windowMs: DAY_MS } as const
/** Jobs that a rider takes and gives back: whoever holds a job reads phone numbers. */
export const RELEASES_A_DAY = { max: 10, windowMs: DAY_MS } as const
/** Pictures that one person sends for messages. */
export const ATTACHMENTS_A_DAY = { max: 100, windowMs: DAY_MS } as const

/** Most tags of an answer that caches keep: Cloudflare takes 16 KiB of them, with commas. */
export const MOST_TAGS = 1000
