import type { Db } from '#db/client.ts'
import type { KeyUse } from '#db/idempotency.ts'
import type { StockAdjustment } from '#db/schema/catalogue/stock.ts'
import type { PricedVariant } from '#db/schema/catalogue/variants.ts'
import type { LiveNote } from '#db/schema/core/live.ts'
import type { Charge, GatewayTransaction } from '#db/schema/money/gateways.ts'
import { fail } from '#kernel/failure.ts'
import type { Ids } from '#kernel/ids.ts'
import type { Result } from '#kernel/result.ts'
import type { Role } from '#kernel/roles.ts'
import type { SealKey } from '#kernel/seal.ts'
import type { Providers } from '#providers/providers.ts'

/**
 * The person who asks: read from the database at each request, so that a block or a new role holds at once. A verb begins with the rights
 * of the token, and runs again if they are others by now; `email`, `phone` and `provenAt` are there after its first trip.
 */
export type Actor = {
  id: string
  role: Role
  sessionId: string
  /** The time at which this session last proved its owner; null if it never did (docs/accounts.md, Proof of the owner). */
  provenAt: number | null
  email: string
  /** The number, if it is verified. */
  phone: string | null
  /**
   * Whether the session of staff gave an authenticator's code or a passkey that the account still has (docs/accounts.md, Staff factors).
   */
  hasSecondFactor: boolean
  sellerProfileId: string | null
  riderId: string | null
}

/** The caller: a person, a guest, or the service itself, by a timer or after a gateway's callback. */
export type Caller = { kind: 'person'; actor: Actor } | { kind: 'guest' } | { kind: 'service'; by: 'cron' | 'callback' }

/** Things that an administrator approves by a mailed code. */
export type ApprovalKind = 'payout' | 'expense' | 'refund' | 'settlement' | 'booking' | 'resolution'

/** Acts that only one caller at a time may do, each behind a Durable Object (docs/limits.md, One at a time). */
export type Objects = {
  /** Confirms one approval at a time for each admin: a second one is refused with 429, not queued. @returns the id of the thing */
  confirmApproval(
    actor: Actor,
    kind: ApprovalKind,
    input: { pendingId: string; code: string; totp?: string | undefined },
  ): Promise<Result<string>>
  /** Adjusts one variant's stock, one adjustment after the other. */
  adjustStock(actor: Actor, variantId: string, input: StockAdjustment): Promise<Result<PricedVariant>>
  /** Makes one charge of equal submissions within five minutes: the others get the same charge. */
  chargeOnce(dedupKey: string, actor: Actor, input: Charge): Promise<Result<GatewayTransaction>>
}

/** Live connections: one object a person, which has their sockets (docs/live.md). */
export type Live = {
  /** Number of people whom this request or run has woken so far. */
  wakes: number
  /** Sends these messages to a person's open sockets. */
  tell(userId: string, notes: LiveNote[]): Promise<void>
  /** Opens a socket of a person in a session. @returns the answer that switches protocols */
  open(userId: string, sessionId: string): Promise<Response>
}

/** The store of files, under keys of ours whose file never changes. */
export type Files = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  read(key: string): Promise<{ body: ReadableStream; contentType: string; etag: string } | undefined>
  /** Stores a file if its key is free: if several are stored at once, the first stays. */
  putOnce(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The bytes of a file, or of a part of it; undefined if there is none. */
  bytes(key: string, offset?: number, length?: number): Promise<Uint8Array<ArrayBuffer> | undefined>
  has(key: string): Promise<boolean>
  /** Some keys with this prefix, of files that were stored before `at`. */
  keysBefore(prefix: string, at: number): Promise<string[]>
  /** Removes files, and the smaller sizes of pictures. */
  remove(keys: string[]): Promise<void>
  /** Makes a picture into one of this type and width, or of its own width if that is less, a JPEG twice as high at most; undefined if this runtime cannot. */
  shrink:
    | ((picture: ReadableStream, width: number, type: 'image/webp' | 'image/jpeg') => Promise<Uint8Array>)
    | undefined
}

/** The senders of one request or run: the last one, which the next waits for, and whether a next one is already coming. */
export type Senders = { last?: Promise<unknown>; isNextExpected: boolean }

export const newSenders = (): Senders => ({ isNextExpected: false })

/** The store of backups: a bucket of its own, which no part of the service shows to anybody. */
export type Backups = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Names of the folders at the top. */
  folders(): Promise<string[]>
  /** Some of the keys in a folder, at most 1,000. */
  list(folder: string): Promise<string[]>
  remove(keys: string[]): Promise<void>
}

/** The cache in front of the service, near each phone. */
export type Edge = {
  /** Removes the answers that bear one of these tags, at most a hundred. @returns whether the edge did it: its calls are rationed */
  purge(tags: string[]): Promise<boolean>
}

/** The origin of a request, as far as limits need it. */
export type Visitor = {
  /** The token of a known device, from its sign-in (docs/limits.md, Known devices). */
  deviceToken: string | undefined
  /** The address as limits count it, for IPv6 its /64 and its /48, each with the same limits; none for this machine. */
  networks: string[]
  /** Whether most of the tries from the address failed lately (docs/limits.md, Suspect addresses). */
  isSuspect(): Promise<boolean>
  /** Uses up the solved challenge of this request. @throws 429 CHALLENGE_REQUIRED without one, which is needed until then */
  challenge(until?: number): Promise<void>
}

/** Everything that an operation touches, so that the same code runs in workerd and in plain Node. */
export type Ctx = {
  db: Db
  caller: Caller
  now: number
  ids: Ids
  providers: Providers
  objects: Objects
  live: Live
  files: Files
  backups: Backups
  edge: Edge
  settings: {
    publicBaseUrl: string
    codeSecret: string
    /** The previous secret, still accepted during a rotation. */
    codeSecretPrevious?: string | undefined
    jwtSecret: string
    jwtSecretPrevious: string | undefined
    /** scrypt's N; tests take a small one. */
    passwordCost: number
    /** Time in ms for which others have the thread before a password is hashed. */
    passwordRestMs: number
    /** Keys of authenticators' seeds, the newest first. */
    sealKeys: SealKey[]
    /** Whether the team must work with an authenticator or a passkey (docs/accounts.md, Staff factors). */
    staffMfa: 'required' | 'optional'
    /** The web pages of the market, to which links in mails lead. */
    webBaseUrl: string
    /** Countries by dialling code that get SMS, and the number of SMS in a day. */
    sms: { countries: string[]; dailyMax: number }
    /** The number of mails in a day; alarms of the service do not count. */
    mail: { dailyMax: number }
    /** Time in ms for which an order stays after its end, and after somebody needed it again, and a wallet's month after its end. */
    sealAfter: { end: number; need: number; month: number }
    /** The domain of passkeys, and the pages and apps that may use them. */
    relyingParty: { id: string; origins: string[] }
  }
  /** The identity of a guest for limits; undefined if no request is behind the work. */
  visitor?: Visitor | undefined
  /** Senders of the outbox that this request or run began. */
  senders: Senders
  /** Runs work that may end after the answer is sent. It must be safe to lose: something durable remembers it. */
  later(work: () => Promise<unknown>): void
  /** The Idempotency-Key that this request holds. */
  keyUse?: KeyUse | undefined
}

/** The person who asks; null for a guest and for the service. */
export const personOf = ({ caller }: Ctx): Actor | null => (caller.kind === 'person' ? caller.actor : null)

/** The person who asks. @throws 401 for a guest */
export const actorOf = (ctx: Ctx): Actor => personOf(ctx) ?? fail('UNAUTHORIZED')

/** The author of an act, as history and audit keep it. */
export const signatureOf = (ctx: Ctx) => ({
  actorId: personOf(ctx)?.id ?? null,
  caller: ctx.caller.kind === 'service' ? ctx.caller.by : ctx.caller.kind,
})

/** The context for work that the service itself does. */
export const asService = (ctx: Ctx, by: 'cron' | 'callback'): Ctx => ({ ...ctx, caller: { kind: 'service', by } })

/** The seller who asks. @throws 403 for a SELLER account that has no profile yet */
export const sellerOf = (ctx: Ctx): Actor & { sellerProfileId: string } => {
  const actor = actorOf(ctx)
  if (!actor.sellerProfileId) fail('FORBIDDEN', { message: "Complétez d'abord votre profil vendeur." })
  return actor as typeof actor & { sellerProfileId: string }
}

/** The rider who asks. @throws 403 for a RIDER account that has not applied yet */
export const riderOf = (ctx: Ctx): Actor & { riderId: string } => {
  const actor = actorOf(ctx)
  if (!actor.riderId) fail('FORBIDDEN', { message: "Déposez d'abord votre candidature de livreur." })
  return actor as typeof actor & { riderId: string }
}
