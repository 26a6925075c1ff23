import { eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import type { Write } from '#db/client.ts'
import { insertOnce } from '#db/once.ts'
import { type Creation, type HistoryThing, history, type Revision } from '#db/schema/core/history.ts'
import { fail } from '#kernel/failure.ts'
import { elide } from '#kernel/text.ts'
import { type Ctx, signatureOf } from './context.ts'

type Stateful = SQLiteTable & Record<'id' | 'status' | 'version', SQLiteColumn>
type StatusOf<T extends Stateful> = T['$inferSelect']['status'] & string

/** Columns that a change may set. The machine itself writes the status, the version and their times. */
type Settable<T extends Stateful> = {
  [K in Exclude<keyof T['$inferInsert'], 'id' | 'status' | 'version' | 'updatedAt' | 'reachedAt'>]?:
    | T['$inferInsert'][K]
    | SQL
    | undefined
}
/** Refuses at compile time a set value that is no column of the table: drizzle would drop it silently. */
type Columns<T extends Stateful, Set> = Set & Settable<T> & Record<Exclude<keyof Set, keyof Settable<T>>, never>

/** States and events as data (docs/states.md, How states move): each event leads from states to a state, and has its words. */
export type States<S extends string, E extends string> = {
  thing: string
  /** The thing in French, with its article: « la commande ». */
  name: string
  /** Each state as it reads after « est »: « en attente de paiement ». */
  states: Record<S, string>
  /**
   * `infinitive` names the act: « refuser », as in « Impossible de refuser ». An event that goes `back` to a state keeps the time at which
   * the thing first reached it.
   */
  events: Record<E, { from: readonly S[]; to: S | Partial<Record<S, S>>; infinitive: string; back?: true }>
}

/** The states of the rows of a table, in its `status`; `transition` moves them. */
export type Machine<S extends string, E extends string, T extends Stateful = Stateful> = States<S, E> & {
  thing: HistoryThing
  table: T
}

export const machine = <T extends Stateful, E extends string>(
  definition: Machine<StatusOf<T>, E, T>,
): Machine<StatusOf<T>, E, T> => definition

/** Whether the event is allowed in this state. */
export const allows = <S extends string, E extends string>(m: States<S, E>, status: S, event: E) =>
  m.events[event].from.includes(status)

/** The next state of an event. @throws 409 INVALID_TRANSITION, which names the act and the present state */
export function nextStatus<S extends string, E extends string>(m: States<S, E>, status: S, event: E): S {
  const { from, to } = m.events[event]
  if (!from.includes(status)) refuse(m, status, event)
  return typeof to === 'string' ? to : (to[status] ?? status)
}

/** Refuses an event in words. @throws 409 INVALID_TRANSITION */
export function refuse<S extends string, E extends string>(m: States<S, E>, status: S, event: E): never {
  const already = isThere(m, status, event) ? 'déjà ' : ''
  const message = `Impossible ${elide('de', m.events[event].infinitive)} : ${m.name} est ${already}${m.states[status]}.`
  return fail('CONFLICT', { reason: 'INVALID_TRANSITION', message })
}

/** Whether the thing already is in the state to which the event leads, or in a final state. */
const isThere = <S extends string, E extends string>(m: States<S, E>, status: S, event: E) =>
  m.events[event].to === status ||
  !(Object.keys(m.events) as E[]).some((each) => allows(m, status, each) && nextStatus(m, status, each) !== status)

type Thing<S> = { id: string; status: S; version: number }
type Change<T extends Stateful, Set> = { reason?: string | null | undefined; set?: Columns<T, Set> }

/**
 * Moves a thing to its next state: the writes, for one commit, that change its status and append to its history. The history row keyed
 * (thing, version) is the lock: of two moves that read the same version, one commits.
 */
export function transition<S extends string, E extends string, T extends Stateful, Set extends object = object>(
  ctx: Ctx,
  m: Machine<S, E, T>,
  thing: Thing<NoInfer<S>>,
  event: E,
  { reason, set }: Change<T, Set> = {},
): Write[] {
  const to = nextStatus(m, thing.status, event)
  return step(ctx, m, thing, event, to, reason, {
    ...set,
    ...('reachedAt' in m.table &&
      !m.events[event].back && { reachedAt: sql`json_set(reached_at, ${`$.${to}`}, CAST(${ctx.now} AS INTEGER))` }),
  })
}

/** Changes fields without a move, under the same lock, so that an edit and a move cannot overwrite each other. */
export function revise<S extends string, E extends string, T extends Stateful, Set extends object = object>(
  ctx: Ctx,
  m: Machine<S, E, T>,
  thing: Thing<NoInfer<S>>,
  event: Revision,
  { reason, set }: Change<T, Set>,
): Write[] {
  return step(ctx, m, thing, event, thing.status, reason, set ?? {})
}

/** The first row of a thing's history, beside its INSERT. */
export const recordCreation = (
  ctx: Ctx,
  thing: HistoryThing,
  id: string,
  status: string,
  event: Creation = 'create',
): Write => historyRow(ctx, { thing, thingId: id, version: 1, event, fromStatus: null, toStatus: status, reason: null })

/** The first row of a history beside an INSERT that may do nothing: only if `condition` holds at that point of the commit. */
export const recordCreationWhen = (
  ctx: Ctx,
  condition: SQL,
  thing: HistoryThing,
  id: string,
  status: string,
  event: Creation,
): Write => {
  const { actorId, caller } = signatureOf(ctx)
  return ctx.db.run(sql`
    INSERT INTO history (thing_id, version, thing, event, to_status, actor_id, caller, at)
    SELECT ${id}, 1, ${thing}, ${event}, ${status}, ${actorId}, ${caller}, ${ctx.now} WHERE ${condition}`)
}

function step<S extends string, E extends string, T extends Stateful>(
  ctx: Ctx,
  m: Machine<S, E, T>,
  thing: Thing<S>,
  event: string,
  to: S,
  reason: string | null | undefined,
  set: object,
): Write[] {
  const version = thing.version + 1
  const row = {
    thing: m.thing,
    thingId: thing.id,
    version,
    event,
    fromStatus: thing.status,
    toStatus: to,
    reason: reason ?? null,
  }
  const values = { ...set, status: to, version, ...('updatedAt' in m.table && { updatedAt: ctx.now }) }
  return [
    historyRow(ctx, row),
    // Callers' columns are checked against the table; drizzle can check nothing for a table that it does not know.
    ctx.db
      .update<Stateful>(m.table)
      .set(values as SQLiteUpdateSetSource<Stateful>)
      .where(eq(m.table.id, thing.id)),
  ]
}

const historyRow = (ctx: Ctx, row: Omit<typeof history.$inferInsert, 'actorId' | 'caller' | 'at'>): Write =>
  insertHistory(ctx.db, { ...row, ...signatureOf(ctx), at: ctx.now })

const insertHistory = insertOnce(history)
