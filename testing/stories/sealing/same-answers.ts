// Two readings of all that shows an order, and what differs between them.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import worker from '#src/index.ts'
import { type Caller, guest, type Person } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { clientRequest } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { again } from '#testing/stories/money.ts'
import { cells } from '../books.ts'
import { routes } from '../readers.ts'
import { type Ended, play, STORY_NAMES } from './ended-orders.ts'
import { growOld, undone } from './sealed.ts'
import { type Names, namesOf, READS, type Rule } from './sealed-reads.ts'

/** Fields that time alone changes, wherever they stand in an answer, each with the reason. */
export const IGNORED: Record<string, string> = {
  generatedAt: 'the instant at which a report was made, which is each reading’s own',
}
/** Parts of texts that each reading makes anew: the signature of a private file's address, good for ten minutes. */
const SIGNED = /([?&])(?:expires|signature|reader)=[\w%.~-]+/g

/** Somebody who reads; null is a guest. */
export type Party = { name: string; who: Person | null }

/** The team and those who have nothing to do with any order: the same people for every story. */
async function bystanders(): Promise<Party[]> {
  return [
    { name: 'an ADMIN', who: await signUp('ADMIN') },
    { name: 'SUPPORT', who: await signUp('SUPPORT') },
    { name: 'an ACCOUNTANT', who: await signUp('ACCOUNTANT') },
    { name: 'a stranger', who: await signUp() },
    { name: 'another seller', who: await newShopkeeper() },
    { name: 'another rider', who: await newRider() },
    { name: 'a guest', who: guest },
  ]
}
/** Everybody of an order, and the bystanders. */
const partiesOf = ({ buyer, sellers, rider }: Ended, others: Party[]): Party[] => [
  { name: 'the buyer', who: buyer },
  ...sellers.map((who, i) => ({ name: i === 0 ? 'the seller' : 'the other seller', who })),
  { name: 'the rider', who: rider },
  ...others,
]

/** Whether an operation lets somebody of this role in at all: the matrix of access tests all others. */
function lets(path: string, who: Person | null): boolean {
  const roles = routes.find((route) => route.method === 'GET' && route.path === `/api/v1${path}`)?.operation.roles
  return !Array.isArray(roles) || (who !== null && (roles as readonly string[]).includes(who.role))
}

type Extra = { body?: unknown; headers?: Record<string, string> }
/** One request with all that it leaves to do, so that it can be undone. */
export async function askWhole(
  as: Caller,
  method: string,
  path: string,
  { body, headers }: Extra = {},
): Promise<Reading> {
  const execution = createExecutionContext()
  const request = new Request(`http://localhost:8787/api/v1${path}`, clientRequest(as, method, body, headers))
  const answer = await worker.fetch(request as never, env, execution)
  const text = await answer.text()
  await waitOnExecutionContext(execution)
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  return { status: answer.status, body: isJson ? plain(JSON.parse(text)) : text }
}

/** An answer without what is ignored. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(SIGNED, '$1signed')
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([key]) => !(key in IGNORED))
  return Object.fromEntries(kept.map(([key, one]) => [key, plain(one)]))
}

export type Reading = { status: number; body: unknown }
/** Readings by who asked and what. */
export type Readings = Map<string, Reading & { rule: Rule; path: string }>

type Doing = <T>(name: string, work: () => Promise<T>) => Promise<T>
/** Leaves what a request does to the next one. */
export const kept: Doing = (_, work) => work()
/**
 * Asks all of READS as each party. Each request finds the database as it is now: nothing that one does is left to the next, unless
 * told that it is `kept`.
 */
export async function readAll(names: Names, parties: Party[], doing: Doing = undone): Promise<Readings> {
  const found: Readings = new Map()
  for (const { name, who } of parties)
    await doing('signed_in', async () => {
      const as = who && (await again(who))
      for (const [pattern, { rule, paths }] of Object.entries(READS))
        for (const path of lets(pattern, who) ? paths(names) : []) {
          const reading = await doing('one_reading', () => askWhole(as, 'GET', path))
          found.set(`${name} GET ${path}`, { rule, path, ...reading })
        }
    })
  return found
}

/** A story, what it is asked for by, and all that was read of it. */
export type Played = { ended: Ended; names: Names; parties: Party[]; before: Readings }
/** Plays every story, or these, lets so many days pass, and reads all of them. */
export async function playAll(days: number, wanted = STORY_NAMES): Promise<Map<string, Played>> {
  const stories: Ended[] = []
  for (const name of wanted) stories.push(await play(name))
  const others = await bystanders()
  await growOld(days)
  const played = new Map<string, Played>()
  for (const ended of stories) {
    const [names, parties] = [await namesOf(ended), partiesOf(ended, others)]
    played.set(ended.name, { ended, names, parties, before: await readAll(names, parties) })
  }
  return played
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const short = (value: unknown) => {
  const text = JSON.stringify(value) ?? ''
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}

/** The first place in which two values differ, with both values. */
function difference(before: unknown, after: unknown, at = ''): string | undefined {
  if (same(before, after)) return undefined
  const isTree = (one: unknown): one is Record<string, unknown> => typeof one === 'object' && one !== null
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after))
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const found = difference(before[key], after[key], `${at}.${key}`)
      if (found) return found
    }
  return `${at || 'the answer'} was ${short(before)}, is ${short(after)}`
}

type Row = Record<string, unknown>
/** Rows of a list, or lines of a CSV by their heads. */
function rowsIn(body: unknown): Row[] {
  if (typeof body === 'string') {
    const [head = [], ...lines] = cells(body)
    return lines.map((line) => Object.fromEntries(line.map((cell, i) => [head[i] ?? i, cell])))
  }
  const { data } = body as { data: Row }
  return (Object.values(data).find(Array.isArray) as Row[] | undefined) ?? []
}
const nameOf = (row: Row) =>
  [row.id ?? row.orderId ?? row.code ?? JSON.stringify(row), row.channel, row.currency].filter(Boolean).join(' ')

/** In the ledger's lists what left is carried forward: lines that were not there may come, none may change. */
const IS_CARRIED = /^\/(transactions|ledger)\b/

/** The first change of a list whose rows may leave. */
function beyondLeaving(path: string, before: Reading, after: Reading): string | undefined {
  if (before.status !== 200 || after.status !== 200) return difference(before, after)
  const known = new Map(rowsIn(before.body).map((row) => [nameOf(row), row]))
  for (const row of rowsIn(after.body)) {
    const was = known.get(nameOf(row))
    if (!was && IS_CARRIED.test(path)) continue
    const found = difference(was, row, `the row ${nameOf(row)}`)
    if (found) return found
  }
  return undefined
}

/** Answers that changed between two readings in a way that their rule does not allow. */
export function changesBetween(before: Readings, after: Readings): string[] {
  return [...before].flatMap(([asked, was]) => {
    const now = after.get(asked)
    const told = now && changeOf(was.path, was.rule, was, now)
    return now === undefined ? `${asked} was not asked again` : told ? `${asked}: ${told}` : []
  })
}
function changeOf(path: string, rule: Rule, { status, body }: Reading, now: Reading): string | undefined {
  const [before, after] = [
    { status, body },
    { status: now.status, body: now.body },
  ]
  // The escrow of a sealed order went with it.
  if (/^\/ledger\/accounts\/order/.test(path) && after.status === 404) return undefined
  if (rule === 'ends') return beyondLeaving(path, before, after)
  if (rule === 'gone' && after.status === 404) return undefined
  return difference(before, after)
}
