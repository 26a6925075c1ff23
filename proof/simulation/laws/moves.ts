import type { Store } from '#testing/store.ts'

/** Numbers every new row of the history in the order of the commits, which its own key does not say: `moves.at` grows. */
export function watchMoves(store: Store): void {
  for (const sql of [
    'CREATE TEMP TABLE moves (at INTEGER PRIMARY KEY, thing_id TEXT, version INTEGER)',
    `CREATE TEMP TRIGGER note_moves AFTER INSERT ON main.history
      BEGIN INSERT INTO moves (thing_id, version) VALUES (NEW.thing_id, NEW.version); END`,
  ])
    store.run({ sql, params: [] })
}
