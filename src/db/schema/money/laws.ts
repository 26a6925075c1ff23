import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, instant, keyedTable } from '#db/columns.ts'

/** The last verdict about each law of the books. */
export const lawVerdicts = sqliteTable(
  'law_verdicts',
  {
    name: text('name').primaryKey(),
    ok: flag('ok').notNull(),
    checkedAt: integer('checked_at').notNull(),
    /** The end of the night's last walk through all things; null before the first. */
    wholeAt: instant('whole_at'),
    /** The number of things that break it beside those of `law_faults`. */
    more: integer('more').notNull().default(0),
  },
  (t) => [index('law_verdicts_broken').on(t.name).where(sql`ok = 0`)],
)

/** The first things that break each law. */
export const lawFaults = keyedTable(
  'law_faults',
  {
    name: text('name').notNull(),
    /** The part of the law that found it. */
    part: integer('part').notNull(),
    key: text('key').notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.part, t.key] }), index('law_faults_key').on(t.key)],
)

/** The night's place in a walk through the keys that the laws of a walk are about. */
export const lawWalks = keyedTable('law_walks', {
  walk: text('walk').primaryKey(),
  /** The key up to which everything is held; null if the walk is over. */
  heldTo: text('held_to'),
  /** Rows of a slice, so that each statement is short. */
  size: integer('size').notNull(),
  /** The number of things found beside those of `law_faults`, by law: {"name": 3}. */
  more: text('more').notNull(),
  /** The day of its night. */
  night: text('night').notNull(),
})

/** The one row of what the runs of laws share. */
export const lawClock = keyedTable('law_clock', {
  id: integer('id').primaryKey(),
  /** Things that change are noted under it; a run raises it, so that what changes meanwhile is noted again. */
  epoch: integer('epoch').notNull(),
  /** Raised by each commit of the hour: a slice of the night that began before it is held again. */
  turn: integer('turn').notNull(),
  /** The time at which a person asked for a run; null if it was made. */
  runAskedAt: instant('run_asked_at'),
})

/** Rows up to this rowid are in the proved sums beside them: `proved_minor` of accounts, `proved` of variants. */
export const lawMarks = keyedTable('law_marks', {
  name: text('name').primaryKey(),
  provedTo: integer('proved_to').notNull(),
})

/** Things that changed and whose laws were not held since: triggers note them (scripts/schema/watches.ts). */
export const touched = keyedTable(
  'touched',
  { epoch: integer('epoch').notNull(), subject: text('subject').notNull(), key: text('key').notNull() },
  (t) => [primaryKey({ columns: [t.epoch, t.subject, t.key] })],
)

/**
 * The queries of the laws, part by part, which migrations write of `src/domain/money/ledger` (scripts/schema/law-rows.ts): so they are none
 * of the Worker's weight.
 */
export const lawParts = sqliteTable('law_parts', {
  seq: integer('seq').primaryKey(),
  name: text('name').notNull(),
  part: integer('part').notNull(),
  /** The subject whose changed things the hour looks at. */
  of: text('of'),
  /** The keys along which the night walks. */
  walk: text('walk'),
  isNightly: flag('is_nightly').notNull(),
  /** Whether finance sees the law among the checks. */
  isShown: flag('is_shown').notNull(),
  /** The queries of all things, of those in a table `keys`, and of a range in a table `span`. */
  whole: text('whole').notNull(),
  some: text('some').notNull(),
  range: text('range').notNull(),
})
