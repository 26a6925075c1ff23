import { type SQL, sql } from 'drizzle-orm'

/** An answer shows the latest ones. */
const MOST_TEXTS = 500

/** D1 takes strings of 2 MB at most. */
const MOST_BYTES = 1_000_000

/**
 * What was written to a thing, as the JSON of an array, the oldest first: the latest of it, as much as one string of D1 holds,
 * so that nobody makes a thing unreadable by writing to it.
 * @param from the table as `w`, with `created_at` and `id`, and what is asked of its rows: `table w WHERE …`
 * @param item a row's JSON object
 */
export const latestTexts = (from: SQL, item: SQL) => sql<string>`(
  SELECT json_group_array(json(f.item) ORDER BY f.created_at, f.id) FROM (
    SELECT l.*, sum(length(CAST(l.item AS BLOB))) OVER (ORDER BY l.created_at DESC, l.id DESC ROWS UNBOUNDED PRECEDING) AS bytes
    FROM (SELECT ${item} AS item, w.created_at, w.id FROM ${from} ORDER BY w.created_at DESC, w.id DESC LIMIT ${MOST_TEXTS}) l) f
  WHERE f.bytes <= ${MOST_BYTES})`
