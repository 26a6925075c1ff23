import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { queueFileRemoval } from '#domain/core/files/remove.ts'

/** A place in the database with rows of a person, for the erasure and for the copy of one's data alike. */
export type Place = {
  table: string
  /** The name in the copy; that of the table by default. */
  name?: string
  /** The column with the id of the owner, or of a row of the place above; or a condition on the owner's id. */
  by: string | ((ownerId: SQL) => SQL)
  /** The column of the place above to which `by` refers; `id` by default. */
  of?: string
  /** A condition on the rows that are the person's. */
  only?: string
  /** The erasure drops the rows, or sets these columns; without it the rows stay for the books. */
  erase?: 'DROP' | string
  /** A condition on the rows that the erasure has to change. */
  if?: string
  /** Columns in the copy, without secrets and what others wrote; `*` for all, and behind a `-` all but these: a test pins them. */
  shows: string
  /** Columns with the keys of files: the erasure removes the files, and the copy has them. */
  files?: string[]
  /** The columns that an index has in order behind `by`, for places that grow; rows of other places are sorted for each page. */
  order?: string[]
  /** Places whose rows belong to rows of this one. */
  under?: Place[]
}

/** Places by their owners: an account, a seller's profile, a rider, or either of the two as the owner of a wallet. */
export type PlacesOf = Record<'user' | 'seller' | 'rider' | 'earner', Place[]>
/** The ids of a person by owner. */
export type OwnerIds = { user: string; seller?: string | undefined; rider?: string | undefined }

/** The name that replaces an erased one. */
export const ERASED_NAME = 'Compte effacé'
export const ERASED_TEXT = 'Message effacé'

/** The owner kinds of a person, each with its ids. */
export const idsOf = ({ user, seller, rider }: OwnerIds): [kind: keyof PlacesOf, ids: string[]][] => {
  const earners = [seller, rider].filter((id) => id !== undefined)
  return [
    ['earner', earners],
    ['seller', seller ? [seller] : []],
    ['rider', rider ? [rider] : []],
    // The account's own row goes last: other places find their rows by its addresses.
    ['user', [user]],
  ]
}

/** A text of this list as SQL: `:me` is the person, `:now` the time. */
export const fill = (text: string, values: { me?: string; now?: number }): SQL =>
  sql.join(text.split(/:(me|now)\b/).map((part, i) => (i % 2 ? sql`${values[part as 'me' | 'now']}` : sql.raw(part))))

/** The condition on the rows of a place that belong to these ids, a list or a sub-select. */
export function rowsOf({ table, by, only }: Place, ids: SQL): SQL {
  const theirs = typeof by === 'string' ? sql`${sql.raw(`${table}.${by}`)} IN (${ids})` : by(ids)
  return only ? sql`${theirs} AND (${sql.raw(only)})` : theirs
}

/** The writes that erase a place, and first the places under it. */
export function erasing(ctx: Ctx, place: Place, ids: SQL): Write[] {
  const { table, erase, files = [], under = [] } = place
  const name = sql.raw(table)
  const theirs = rowsOf(place, ids)
  const needed = place.if ? sql`${theirs} AND (${fill(place.if, ctx)})` : theirs
  return [
    ...under.flatMap((one) =>
      erasing(ctx, one, sql`SELECT ${sql.raw(`${table}.${one.of ?? 'id'}`)} FROM ${name} WHERE ${theirs}`),
    ),
    ...(erase
      ? files.map((key) => queueFileRemoval(ctx, sql`SELECT ${sql.raw(key)} AS key FROM ${name} WHERE ${theirs}`))
      : []),
    ...(erase === 'DROP' ? [ctx.db.run(sql`DELETE FROM ${name} WHERE ${needed}`)] : []),
    ...(erase && erase !== 'DROP' ? [ctx.db.run(sql`UPDATE ${name} SET ${fill(erase, ctx)} WHERE ${needed}`)] : []),
  ]
}

/** The ids of an owner as a list of SQL. */
export const listOf = (ids: string[]): SQL =>
  sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
