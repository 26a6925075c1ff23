import { type SQL, sql } from 'drizzle-orm'

/** Most texts that an answer shows, the latest. */
const MOST_TEXTS = 500

/** Most bytes of these texts: D1 takes strings of 2 MB at most. */
const MOST_BYTES = 1_000_000

/**
 * The latest texts written to a thing, the oldest first, as a JSON array that fits into one string of D1: no number of texts can make the
 * thing unreadable.
 * @param from the table as `w`, with `created_at` and `id`, and a condition on its rows: `table w WHERE …`
 * @param item a row's JSON object
 */
export const latestTexts = (from: SQL, item: SQL) => sql<string>`(
  SELECT json_group_array(json(f.item) ORDER BY f.created_at, f.id) FROM (
    SELECT l.*, sum(length(CAST(l.item AS BLOB))) OVER (ORDER BY l.created_at DESC, l.id DESC ROWS UNBOUNDED PRECEDING) AS bytes
    FROM (SELECT ${item} AS item, w.created_at, w.id FROM ${from} ORDER BY w.created_at DESC, w.id DESC LIMIT ${MOST_TEXTS}) l) f
  WHERE f.bytes <= ${MOST_BYTES})`
