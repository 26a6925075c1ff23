import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged } from '#db/guard.ts'
import { codes, type JoinForm } from '#db/schema/core/codes.ts'
import { hmac } from '#kernel/digest.ts'
import { RESEND_MS } from '#kernel/limits.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Ctx } from '../context.ts'
import type { Asker } from '../devices/known.ts'
import { CODE_TOO_SOON } from './guards.ts'

/** Acts that staff approve by a code: a new kind adds a word. */
export type ApprovalPurpose =
  | 'ADMIN_PAYOUT'
  | 'EXPENSE'
  | 'REFUND'
  | 'REFUND_NUMBER'
  | 'RESOLUTION'
  | 'SETTLEMENT'
  | 'BOOKING'

/** The use of a code: it is good for this purpose, person and target and for nothing else. */
export type CodeUse = {
  purpose:
    | ApprovalPurpose
    | 'EMAIL'
    | 'PHONE'
    | 'PAYOUT_NUMBER'
    | 'WITHDRAWAL'
    | 'LOGIN'
    | 'SECONDARY_EMAIL'
    | 'NEW_EMAIL'
    | 'RECOVERY'
  person: string
  /** The exact number, or amount, currency and number, that the code approves. */
  target: string
}

export const CODE_TTL_MS = 10 * MINUTE_MS

export const hashCode = (ctx: Ctx, { purpose, person, target }: CodeUse, code: string) =>
  hmac(ctx.settings.codeSecret, JSON.stringify([purpose, person, target, code]))

/**
 * The owner of a guest's code: each known device has one, and each network of other guests, so that a guest elsewhere does not replace it
 * (docs/limits.md, Known devices).
 */
export function rowOf(ctx: Ctx, person: string, { device, isOwn }: Asker): SQL | string {
  const ofNetwork = rowOfNetwork(ctx, person)
  return device === undefined
    ? ofNetwork
    : sql`CASE WHEN ${isOwn} THEN ${rowOfDevice(person, device)} ELSE ${ofNetwork} END`
}

export const rowOfDevice = (person: string, device: string) => `${person} device ${device}`

/** The row of a code that a guest asks for from this network. */
export function rowOfNetwork({ visitor }: Ctx, person: string): string {
  const [network] = visitor?.networks ?? []
  return network === undefined ? person : `${person} network ${network}`
}

/**
 * Makes a new six-digit code, and the writes that keep its hash (docs/money.md, Approval codes). It replaces the live code of the same
 * person and purpose, but not within 60 s of it: the commit then answers 429.
 * @param atOnce leaves the 60 s to the caller, who counts them otherwise
 * @param row the owner of its row, if not the person
 * @param typed data that stand with it; a code that is sent again leaves them there
 */
export async function issueCode(
  ctx: Ctx,
  use: CodeUse,
  { atOnce = false, row = use.person, typed }: { atOnce?: boolean; row?: SQL | string; typed?: JoinForm } = {},
): Promise<{ code: string; writes: Write[] }> {
  const code = ctx.ids.digits(6)
  const fresh = {
    target: use.target,
    codeHash: await hashCode(ctx, use, code),
    attempts: 0,
    sentAt: ctx.now,
    expiresAt: ctx.now + CODE_TTL_MS,
    consumedAt: null,
  }
  const upsert = ctx.db
    .insert(codes)
    .values({ purpose: use.purpose, person: row, ...fresh, ...(typed && { typed }) })
    .onConflictDoUpdate({
      target: [codes.purpose, codes.person],
      set: { ...fresh, ...(typed && { typed: latestForm(typed) }) },
      ...(!atOnce && { setWhere: sql`codes.sent_at <= ${ctx.now - RESEND_MS} OR codes.consumed_at IS NOT NULL` }),
    })
  return { code, writes: [upsert, ...(atOnce ? [] : [abortUnlessChanged(ctx.db, CODE_TOO_SOON)])] }
}

/** Two different passwords that were typed on one device are both dropped: the device does not tell who typed which. */
const latestForm = ({ device, passwordHash }: JoinForm) => sql`
  CASE WHEN codes.typed ->> 'device' = ${device} AND codes.typed ->> 'passwordHash' IS NOT ${passwordHash}
    THEN json_set(excluded.typed, '$.passwordHash', NULL) ELSE excluded.typed END`
