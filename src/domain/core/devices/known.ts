import { hmac } from '../../../kernel/digest.ts'
import { sameText } from '../../../kernel/text.ts'
import { isUnderASecret, underEachSecret } from '../codes/secrets.ts'
import { type Ctx, personOf } from '../context.ts'

/** Accounts of one device that it remembers, each by its id and its address. */
const MOST_ACCOUNTS = 4

type Account = { id: string; email: string }
type Marked = { id: string; names: string[] }

/** One name of an account, as a device's token carries it: it tells nobody whose it is. */
const nameOn = async (ctx: Ctx, name: string) =>
  (await hmac(ctx.settings.codeSecret, `device account:${name}`)).slice(0, 12)
/** The same name under each secret that counts, the present one first. */
const namesOn = (ctx: Ctx, name: string) => Promise.all(underEachSecret(ctx).map((each) => nameOn(each, name)))
const seal = (ctx: Ctx, text: string) => hmac(ctx.settings.codeSecret, `device:${text}`)

/** What this request's device token says; undefined without one of ours. */
async function readToken(ctx: Ctx): Promise<Marked | undefined> {
  const [id, names, mac] = ctx.visitor?.deviceToken?.split('.') ?? []
  if (!id || !names || !mac) return undefined
  const isOurs = await isUnderASecret(ctx, async (each) => sameText(mac, await seal(each, `${id}.${names}`)))
  if (!isOurs) return undefined
  return { id, names: names.split('-') }
}

/**
 * The token that makes this device known to an account from now on, and leaves it known to the last ones before
 * (docs/limits.md, Known devices). Nothing of it is stored.
 */
export async function markDevice(ctx: Ctx, account: Account): Promise<string> {
  const before = await readToken(ctx)
  const mine = await Promise.all([nameOn(ctx, account.id), nameOn(ctx, account.email)])
  const everMine = await Promise.all([namesOn(ctx, account.id), namesOn(ctx, account.email)])
  const others = before?.names.filter((name) => !everMine.flat().includes(name)) ?? []
  const text = `${before?.id ?? ctx.ids.v7()}.${[...mine, ...others].slice(0, 2 * MOST_ACCOUNTS).join('-')}`
  return `${text}.${await seal(ctx, text)}`
}

/** The device of this request, if the account of this id or address signed in on it before. */
export async function knownDevice(ctx: Ctx, idOrEmail: string): Promise<string | undefined> {
  const marked = await readToken(ctx)
  if (!marked) return undefined
  const mine = await namesOn(ctx, idOrEmail)
  return mine.some((name) => marked.names.includes(name)) ? marked.id : undefined
}

/** Who tries or asks: a device or session of the account's own, each counted by itself; or anybody, counted together. */
export type Asker = { isOwn: boolean; name: string }

export async function askerOf(ctx: Ctx, idOrEmail: string): Promise<Asker> {
  const actor = personOf(ctx)
  if (actor) return { isOwn: true, name: `session ${actor.sessionId}` }
  const device = await knownDevice(ctx, idOrEmail)
  return device ? { isOwn: true, name: `device ${device}` } : { isOwn: false, name: 'anybody' }
}
