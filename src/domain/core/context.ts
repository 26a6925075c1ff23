import type { Db } from '../../db/client.ts'
import type { KeyUse } from '../../db/idempotency.ts'
import type { StockAdjustment } from '../../db/schema/catalogue/stock.ts'
import type { PricedVariant } from '../../db/schema/catalogue/variants.ts'
import type { Charge, GatewayTransaction } from '../../db/schema/money/gateways.ts'
import { fail } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Result } from '../../kernel/result.ts'
import type { Role } from '../../kernel/roles.ts'
import type { SealKey } from '../../kernel/seal.ts'
import type { Providers } from '../../providers/providers.ts'

/** Who is asking: read from the database at each request, so a block or a new role holds at once. */
export type Actor = {
  id: string
  role: Role
  sessionId: string
  /** When this session last proved its owner; null where it never did (docs/accounts.md, Proof of the owner). */
  provenAt: number | null
  email: string
  /** The number, once it is verified. */
  phone: string | null
  /** Staff whose session gave an authenticator's code or a passkey, which the account still has (docs/accounts.md, Staff factors). */
  hasSecondFactor: boolean
  sellerProfileId: string | null
  riderId: string | null
}

/** Who acts: a person, a guest, or the service itself, by a timer or after a gateway's callback. */
export type Caller = { kind: 'person'; actor: Actor } | { kind: 'guest' } | { kind: 'service'; by: 'cron' | 'callback' }

/** What an administrator approves by a mailed code. */
export type ApprovalKind = 'payout' | 'expense' | 'refund' | 'settlement' | 'booking' | 'resolution'

/** What only one caller at a time may do, each behind a Durable Object (docs/limits.md, One at a time). */
export type Objects = {
  /** One confirmation at a time per admin: a second one is refused with 429, not queued. Answers the id of the thing. */
  confirmApproval(
    actor: Actor,
    kind: ApprovalKind,
    input: { pendingId: string; code: string; totp?: string | undefined },
  ): Promise<Result<string>>
  /** Adjustments of one variant's stock, one after the other. */
  adjustStock(actor: Actor, variantId: string, input: StockAdjustment): Promise<Result<PricedVariant>>
  /** Submissions of the same charge within five minutes: one is made, the others get it. */
  chargeOnce(dedupKey: string, actor: Actor, input: Charge): Promise<Result<GatewayTransaction>>
}

/** Where files are kept, under keys of ours that never change what they hold. */
export type Files = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  read(key: string): Promise<{ body: ReadableStream; contentType: string; etag: string } | undefined>
  /** Stores it where nothing is yet: of several at once the first stays. */
  putOnce(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  has(key: string): Promise<boolean>
  /** Some keys that begin so, of files that were stored before then. */
  keysBefore(prefix: string, at: number): Promise<string[]>
  /** Removes files, and with a picture its smaller sizes. */
  remove(keys: string[]): Promise<void>
  /** Makes a picture into a WebP of this width, or of its own where that is less; undefined where nothing here can. */
  shrink: ((picture: ReadableStream, width: number) => Promise<Uint8Array>) | undefined
}

/** The senders of one request or run: the last one, which the next waits for, and whether that one is coming. */
export type Senders = { last?: Promise<unknown>; isNextExpected: boolean }

export const newSenders = (): Senders => ({ isNextExpected: false })

/** Where backups are kept: a bucket of its own, which nothing of the service shows to anybody. */
export type Backups = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Names of the folders at the top. */
  folders(): Promise<string[]>
  /** Some of the keys in a folder, at most 1,000. */
  list(folder: string): Promise<string[]>
  remove(keys: string[]): Promise<void>
}

/** Where a request comes from, as far as limits want to know. */
export type Visitor = {
  /** What a sign-in gave this device to say that it is known (docs/limits.md, Known devices). */
  deviceToken: string | undefined
  /** The address as limits count it, of IPv6 its /64 and its /48, each with the same figures; none for this machine. */
  networks: string[]
  /** Whether most of what was tried from the address lately failed (docs/limits.md, Suspect addresses). */
  isSuspect(): Promise<boolean>
  /** Uses up the solved challenge that this request brought. 429 CHALLENGE_REQUIRED without one, needed until then. */
  challenge(until?: number): Promise<void>
}

/** Everything a verb touches comes in here, so the same code runs in workerd and in plain Node. */
export type Ctx = {
  db: Db
  caller: Caller
  now: number
  ids: Ids
  providers: Providers
  objects: Objects
  files: Files
  backups: Backups
  settings: {
    publicBaseUrl: string
    codeSecret: string
    /** Still accepted while the secret rotates. */
    codeSecretPrevious?: string | undefined
    jwtSecret: string
    jwtSecretPrevious: string | undefined
    /** scrypt's N; tests take a small one. */
    passwordCost: number
    /** How long others have the thread to themselves before a password is hashed. */
    passwordRestMs: number
    /** Keys of authenticators' seeds, the newest first. */
    sealKeys: SealKey[]
    /** Whether the team works only with an authenticator or a passkey (docs/accounts.md, Staff factors). */
    staffMfa: 'required' | 'optional'
    /** The web pages of the market: links in mails lead there. */
    webBaseUrl: string
    /** Countries by dialling code that get SMS, and how many SMS a day may cost. */
    sms: { countries: string[]; dailyMax: number }
    /** How many mails go in a day, alarms of the service beside them. */
    mail: { dailyMax: number }
    /** What passkeys are bound to: the domain, and the pages and apps that may use them. */
    relyingParty: { id: string; origins: string[] }
  }
  /** What tells one guest from another; nothing where no request is behind the work. */
  visitor?: Visitor | undefined
  /** Senders of the outbox that this request or run began. */
  senders: Senders
  /** Work that may end after the answer is sent. It must be safe to lose: something durable remembers it. */
  later(work: () => Promise<unknown>): void
  /** The Idempotency-Key this request holds. */
  keyUse?: KeyUse | undefined
}

/** The person asking, if it is one. */
export const personOf = ({ caller }: Ctx): Actor | null => (caller.kind === 'person' ? caller.actor : null)

/** The person asking; 401 for a guest. */
export const actorOf = (ctx: Ctx): Actor => personOf(ctx) ?? fail('UNAUTHORIZED')

/** Who did it, as history and audit keep it. */
export const signatureOf = (ctx: Ctx) => ({
  actorId: personOf(ctx)?.id ?? null,
  caller: ctx.caller.kind === 'service' ? ctx.caller.by : ctx.caller.kind,
})

/** The same work, done by the service itself. */
export const asService = (ctx: Ctx, by: 'cron' | 'callback'): Ctx => ({ ...ctx, caller: { kind: 'service', by } })

/** The seller asking; 403 for a SELLER account that has no profile yet. */
export const sellerOf = (ctx: Ctx): Actor & { sellerProfileId: string } => {
  const actor = actorOf(ctx)
  if (!actor.sellerProfileId) fail('FORBIDDEN', { message: "Complétez d'abord votre profil vendeur." })
  return { ...actor, sellerProfileId: actor.sellerProfileId }
}

/** The rider asking; 403 for a RIDER account that has not applied yet. */
export const riderOf = (ctx: Ctx): Actor & { riderId: string } => {
  const actor = actorOf(ctx)
  if (!actor.riderId) fail('FORBIDDEN', { message: "Déposez d'abord votre candidature de livreur." })
  return { ...actor, riderId: actor.riderId }
}
