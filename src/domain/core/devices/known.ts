import { type SQL, sql } from 'drizzle-orm'
import { hmac } from '../../../kernel/digest.ts'
import { sameText } from '../../../kernel/text.ts'
import { YEAR_MS } from '../../../kernel/time.ts'
import { isUnderASecret, underEachSecret } from '../codes/secrets.ts'
import { actorOf, type Ctx, personOf } from '../context.ts'

/** Accounts of one device that it remembers, each by its id, its address and its verified number. */
const MOST_ACCOUNTS = 4
const NAMES_OF_ACCOUNT = 3

type Account = { id: string; email: string; phone?: string | null; phoneVerifiedAt?: number | null }
/** A name of an account, and when it was last signed in to on the device. */
type Mark = { name: string; at: number }
type Marked = { id: string; marks: Mark[] }

const NAME_LENGTH = 12

/** One name of an account, as a device's token carries it: it tells nobody whose it is. */
const nameOn = async (ctx: Ctx, name: string) =>
  (await hmac(ctx.settings.codeSecret, `device account:${name}`)).slice(0, NAME_LENGTH)
/** The same name under each secret that counts, the present one first. */
const namesOn = (ctx: Ctx, name: string) => Promise.all(underEachSecret(ctx).map((each) => nameOn(each, name)))
const seal = (ctx: Ctx, text: string) => hmac(ctx.settings.codeSecret, `device:${text}`)

/** What this request's device token says; undefined without one of ours. */
async function readToken(ctx: Ctx): Promise<Marked | undefined> {
  const [id, names, mac] = ctx.visitor?.deviceToken?.split('.') ?? []
  if (!id || !names || !mac) return undefined
  const isOurs = await isUnderASecret(ctx, async (each) => sameText(mac, await seal(each, `${id}.${names}`)))
  if (!isOurs) return undefined
  const marks = names.split('-').map((text) => ({
    name: text.slice(0, NAME_LENGTH),
    at: Number.parseInt(text.slice(NAME_LENGTH), 36),
  }))
  return { id, marks: marks.filter(({ at }) => ctx.now - at <= YEAR_MS) }
}

/**
 * The token that makes this device known to an account from now on, and leaves it known to the last ones before
 * (docs/limits.md, Known devices). Nothing of it is stored; each account is known for a year.
 */
export function markDevice(ctx: Ctx, account: Account): Promise<string> {
  const number = account.phoneVerifiedAt ? account.phone : undefined
  // Who has no number keeps its place, so that the device remembers as many accounts.
  return mark(ctx, [account.id, account.email, number ?? account.id])
}

/** As `markDevice`, of the person who is signed in. @param changed what of the account is another by now */
export function markOwnDevice(ctx: Ctx, changed: { email?: string; phone?: string | null } = {}): Promise<string> {
  const { id, email, phone } = { ...actorOf(ctx), ...changed }
  return markDevice(ctx, { id, email, phone, phoneVerifiedAt: ctx.now })
}

/**
 * The token of a device on which the mailbox of an account was proved and nothing else yet: it is known where the address is
 * typed. The account's authenticator does not know it, because a mailbox would have tries there without end.
 */
export const markAtAddress = (ctx: Ctx, email: string): Promise<string> => mark(ctx, [email])

const joined = (email: string) => `joined ${email}`
/** The token of a device on which somebody joined with this address, whether or not it is anybody's yet. */
export const markJoined = (ctx: Ctx, email: string): Promise<string> => mark(ctx, [joined(email)])
/** This request's device and when somebody joined with this address on it, if anybody did. */
export const joinedOn = (ctx: Ctx, email: string): Promise<{ id: string; at: number } | undefined> =>
  markOf(ctx, joined(email))

/** The device that a token of ours makes known. */
export const deviceOf = (token: string): string => token.split('.')[0] ?? token

async function mark(ctx: Ctx, names: string[]): Promise<string> {
  const before = await readToken(ctx)
  const mine = await Promise.all(names.map((name) => nameOn(ctx, name)))
  const everMine = await Promise.all(names.map((name) => namesOn(ctx, name)))
  const others = before?.marks.filter(({ name }) => !everMine.flat().includes(name)) ?? []
  const marks = [...mine.map((name) => ({ name, at: ctx.now })), ...others].slice(0, NAMES_OF_ACCOUNT * MOST_ACCOUNTS)
  const text = `${before?.id ?? ctx.ids.v7()}.${marks.map(({ name, at }) => name + at.toString(36)).join('-')}`
  return `${text}.${await seal(ctx, text)}`
}

/** The device of this request, if the account of this id, address or verified number signed in on it before. */
export const knownDevice = async (ctx: Ctx, name: string): Promise<string | undefined> => (await markOf(ctx, name))?.id

async function markOf(ctx: Ctx, nameOfAccount: string): Promise<{ id: string; at: number } | undefined> {
  const marked = await readToken(ctx)
  if (!marked) return undefined
  const mine = await namesOn(ctx, nameOfAccount)
  const mark = marked.marks.find(({ name }) => mine.includes(name))
  return mark && { id: marked.id, at: mark.at }
}

/** Whether the account has forgotten its devices since this request's was marked; decided where it is put, in the database. */
export async function isForgotten(ctx: Ctx, name: string): Promise<SQL> {
  const { at } = (await markOf(ctx, name)) ?? { at: 0 }
  const [mine, since] = accountOf(name)
  return sql`EXISTS (
    SELECT 1 FROM users u WHERE ${mine} AND u.deleted_at IS NULL AND ${since} > ${at})`
}

/** Which account has this name, and since when its devices count: an address or number was its last holder's before it was proved. */
function accountOf(name: string): [mine: SQL, since: SQL] {
  const since = sql`coalesce(u.devices_known_since, 0)`
  if (name.includes('@'))
    return [sql`u.email = ${name}`, sql`max(${since}, coalesce(u.email_verified_at, u.created_at))`]
  if (!/^\d+$/.test(name)) return [sql`u.id = ${name}`, since]
  return [sql`u.phone = ${name} AND u.phone_verified_at IS NOT NULL`, sql`max(${since}, u.phone_verified_at)`]
}

const ANYBODY = 'anybody'

/**
 * Who tries or asks: a device or session of the account's own, each counted by itself as `name`; or anybody, counted together.
 * `isOwn` and `tried`, whom a try counts for, are decided where they are put: a device that the account has forgotten since is
 * anybody.
 */
export type Asker = {
  isOwn: SQL
  name: string
  tried: SQL | string
  device?: string | undefined
  /** The networks of a guest, of each of which anybody is counted apart; none of who is signed in. */
  networks: string[]
}

const NOWHERE = 'here'
/** The address of a guest as limits count it; one name for all who come without one. */
export const networksOf = ({ visitor }: Ctx): string[] => (visitor?.networks.length ? visitor.networks : [NOWHERE])

export async function askerOf(ctx: Ctx, nameOfAccount: string): Promise<Asker> {
  const actor = personOf(ctx)
  const device = await knownDevice(ctx, nameOfAccount)
  const session = `session ${actor?.sessionId}`
  if (actor) return { isOwn: sql`1`, name: session, tried: session, device, networks: [] }
  const networks = networksOf(ctx)
  if (!device) return { isOwn: sql`0`, name: ANYBODY, tried: ANYBODY, networks }
  const name = `device ${device}`
  const isOwn = sql`NOT ${await isForgotten(ctx, nameOfAccount)}`
  return { isOwn, name, tried: sql`CASE WHEN ${isOwn} THEN ${name} ELSE ${ANYBODY} END`, device, networks }
}
