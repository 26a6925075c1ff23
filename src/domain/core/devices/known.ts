import { type SQL, sql } from 'drizzle-orm'
import { hmac } from '#kernel/digest.ts'
import { sameText } from '#kernel/text.ts'
import { YEAR_MS } from '#kernel/time.ts'
import { isUnderASecret, underEachSecret } from '../codes/secrets.ts'
import { actorOf, type Ctx, personOf } from '../context.ts'

/** Most accounts that one device remembers, each by its id, its address and its verified number. */
const MOST_ACCOUNTS = 4
const NAMES_OF_ACCOUNT = 3

type Account = { id: string; email: string; phone?: string | null; phoneVerifiedAt?: number | null }
/** A name of an account, and the time of its last sign-in on the device. */
type Mark = { name: string; at: number }
type AccountMarks = { id: string; marks: Mark[] }

const NAME_LENGTH = 12

/** One name of an account in a device's token, as a hash: it tells nobody whose it is. */
const nameOn = async (ctx: Ctx, name: string) =>
  (await hmac(ctx.settings.codeSecret, `device account:${name}`)).slice(0, NAME_LENGTH)
/** The name of `nameOn` under each valid secret, the present one first. */
const namesOn = (ctx: Ctx, name: string) => Promise.all(underEachSecret(ctx).map((each) => nameOn(each, name)))
const seal = (ctx: Ctx, text: string) => hmac(ctx.settings.codeSecret, `device:${text}`)

/** Reads this request's device token; undefined without one of ours. */
async function readToken(ctx: Ctx): Promise<AccountMarks | undefined> {
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
 * The token that makes this device known to an account from now on, and keeps it known to the last ones before (docs/limits.md, Known
 * devices). The server does not store it; each account is known for a year.
 */
export function markDevice(ctx: Ctx, account: Account): Promise<string> {
  const number = account.phoneVerifiedAt ? account.phone : undefined
  // An account without a number keeps its place, so that the device remembers as many accounts.
  return mark(ctx, [account.id, account.email, number ?? account.id])
}

/** Marks as `markDevice` the device of the signed-in person. @param changed the new values of the account */
export function markOwnDevice(ctx: Ctx, changed: { email?: string; phone?: string | null } = {}): Promise<string> {
  const { id, email, phone } = { ...actorOf(ctx), ...changed }
  return markDevice(ctx, { id, email, phone, phoneVerifiedAt: ctx.now })
}

/**
 * The token of a device on which an account's mailbox was proved and nothing else yet: the device is known for the typed address. It gets
 * no tries of its own at the authenticator, because a mailbox would then have tries there without end.
 */
export const markAtAddress = (ctx: Ctx, email: string): Promise<string> => mark(ctx, [email])

const nameOfJoining = (email: string) => `joined ${email}`
/** The token of a device on which somebody joined with this address, whether or not an account has it yet. */
export const markJoined = (ctx: Ctx, email: string): Promise<string> => mark(ctx, [nameOfJoining(email)])
/** This request's device, and the time at which somebody joined with this address on it; undefined if nobody did. */
export const joinedOn = (ctx: Ctx, email: string): Promise<{ id: string; at: number } | undefined> =>
  markOf(ctx, nameOfJoining(email))

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

/** Whether the account has forgotten its devices since this request's device was marked; the database decides inside the statement. */
export async function isForgotten(ctx: Ctx, name: string): Promise<SQL> {
  const { at } = (await markOf(ctx, name)) ?? { at: 0 }
  const [mine, since] = accountOf(name)
  return sql`EXISTS (
    SELECT 1 FROM users u WHERE ${mine} AND u.deleted_at IS NULL AND ${since} > ${at})`
}

/** The account with this name, and the time since which its devices count: before its proof, an address or number was its last holder's. */
function accountOf(name: string): [mine: SQL, since: SQL] {
  const since = sql`coalesce(u.devices_known_since, 0)`
  if (name.includes('@'))
    return [sql`u.email = ${name}`, sql`max(${since}, coalesce(u.email_verified_at, u.created_at))`]
  if (!/^\d+$/.test(name)) return [sql`u.id = ${name}`, since]
  return [sql`u.phone = ${name} AND u.phone_verified_at IS NOT NULL`, sql`max(${since}, u.phone_verified_at)`]
}

const ANYBODY = 'anybody'

/**
 * The asker: a session or device of the account's own, counted by itself as `name`; or anybody, counted together. The statement that
 * contains `isOwn` and `tried` (the counter of a try) decides them: a device that the account has forgotten since is anybody.
 */
export type Asker = {
  isOwn: SQL
  name: string
  tried: SQL | string
  device?: string | undefined
  /** The networks of a guest, each of which has its own count of anybody; none for a signed-in person. */
  networks: string[]
}

const NOWHERE = 'here'
/** The networks of a guest as limits count them; one name for all guests without a network. */
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
