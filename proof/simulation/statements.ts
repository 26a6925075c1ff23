import type { Random } from '#testing/random.ts'

export type Statement = { sql: string; params: unknown[] }

const WORDS = ['a', 'b', "l'été", 'Été', '', 'x'.repeat(40), 'CDF', '12', '1.0', 'née à Goma', '日本', '👍']
const NUMBERS = [0, 1, -1, 2, 7, 100, 0.5, -2.25, 1e3, 1_790_000_000_000, 9_007_199_254_740_991, 2.5e15]
const ACCOUNTS = ['platform:cash', 'order:1:held', 'seller:1:pending', 'seller:1:available', 'refunds:inFlight']

type Make = (random: Random) => Statement
const word = (random: Random) => random.pick(WORDS)
const value = (random: Random): unknown =>
  random.chance(0.1)
    ? null
    : random.chance(0.1)
      ? random.chance(0.5)
      : random.chance(0.5)
        ? word(random)
        : random.pick(NUMBERS)
const small = (random: Random) => random.below(5)
const id = (random: Random) => `id-${random.below(6)}`

/** Every kind of statement that the domain makes, and every way it can be refused; on the service's own schema. */
const KINDS: Record<string, Make> = {
  insertUser: (r) => ({
    sql: 'INSERT INTO users (id, name, email, phone, phone_verified_at, role, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    params: [
      `user-${r.below(60)}`,
      r.chance(0.1) ? value(r) : word(r),
      `e${r.below(30)}@x`,
      `24381${small(r)}`,
      r.chance(0.5) ? 1 : null,
      r.pick(['BUYER', 'SELLER', 'ADMIN']),
      1,
      r.pick(NUMBERS),
    ],
  }),
  updateUser: (r) => ({
    sql: `UPDATE users SET name = ?, email = 'e' || ?, deleted_at = CASE WHEN ? THEN 1 ELSE deleted_at END WHERE id = ?`,
    params: [value(r), `${r.below(9)}@x`, r.chance(0.2), `user-${r.below(60)}`],
  }),
  updateRole: (r) => ({
    sql: 'UPDATE users SET role = ? WHERE id = ? RETURNING id, role, id AS again',
    params: [r.pick(['BUYER', 'RIDER']), `user-${r.below(60)}`],
  }),
  countUp: (r) => ({
    sql: 'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value RETURNING name, value',
    params: [id(r), r.chance(0.1) ? value(r) : r.below(9) - 4],
  }),
  attempt: (r) => ({
    sql: `INSERT INTO attempts (key, count, window_ends_at) VALUES (?, 1, ?) ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN attempts.window_ends_at <= ? THEN 1 ELSE attempts.count + 1 END RETURNING *`,
    params: [id(r), r.below(100), r.below(100)],
  }),
  transfer: (r) => ({
    sql: 'INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    params: [
      r.hex(8),
      r.pick(['a', 'b', 'withdrawal:done']),
      String(r.below(200)),
      r.pick(ACCOUNTS),
      r.pick(ACCOUNTS),
      r.pick([1, 5, 50, 0, -1, 2.5]),
      r.pick(['USD', 'CDF']),
      1,
    ],
  }),
  changeTransfer: (r) => ({
    sql: r.chance(0.5) ? 'UPDATE transfers SET ref = ?' : 'DELETE FROM transfers WHERE kind = ?',
    params: [id(r)],
  }),
  history: (r) => ({
    sql: 'INSERT INTO history (thing_id, version, thing, event, to_status, at) VALUES (?, ?, ?, ?, ?, ?)',
    params: [id(r), 1 + r.below(6), 'order', 'e', r.chance(0.1) ? null : word(r), 1],
  }),
  movement: (r) => ({
    sql: 'INSERT INTO stock_movements (id, variant_id, type, amount, created_at) VALUES (?, ?, ?, ?, 1)',
    params: [r.hex(6), id(r), 'SALE', small(r)],
  }),
  guardUnchanged: () => ({ sql: `INSERT INTO guard (code) SELECT 'NOT_FOUND' WHERE changes() = 0`, params: [] }),
  guardWhen: (r) => ({
    sql: 'INSERT INTO guard (code) SELECT ? WHERE EXISTS (SELECT 1 FROM counters c WHERE c.name = ? AND c.value < 0)',
    params: [r.pick(['STALE', 'PLAN_LIMIT_REACHED']), id(r)],
  }),
  many: (r) => ({
    sql: `INSERT INTO audit (id, action, target_id, details, at) SELECT value ->> 'id', value ->> 'a', ?2, json_extract(value, '$.d'), ?3 FROM json_each(?1)`,
    params: [
      JSON.stringify([
        { id: r.hex(6), a: word(r), d: { n: small(r) } },
        { id: id(r), a: 'b', d: { x: null } },
      ]),
      id(r),
      r.pick(NUMBERS),
    ],
  }),
  remove: (r) => ({ sql: 'DELETE FROM counters WHERE name = ? OR value > ?', params: [id(r), r.pick([50, 3])] }),
  echo: (r) => ({ sql: 'SELECT ?, typeof(?) AS t, ? AS v', params: [value(r), value(r), value(r)] }),
  arithmetic: (r) => ({
    sql: `SELECT ? + 1 AS a, ? / 2 AS b, ? || '' AS c, round(?, 2) AS d, CAST(? AS INTEGER) AS e, min(?, 3) AS f`,
    params: Array.from({ length: 6 }, () => r.pick(NUMBERS)),
  }),
  json: (r) => ({
    sql: `SELECT json_object('a', ?, 'b', json_set('{}', '$.x', ?)) AS j, json_array(?, 1) AS k, ? ->> '$.n' AS l`,
    params: [value(r), r.pick(NUMBERS), word(r), '{"n": [1, 2.50, "é"]}'],
  }),
  sameNames: () => ({
    sql: 'SELECT name, value, name, value + 1 AS value FROM counters ORDER BY name LIMIT 3',
    params: [],
  }),
  groups: () => ({
    sql: 'SELECT role, count(*) AS n, group_concat(id) AS ids FROM (SELECT * FROM users ORDER BY id) GROUP BY role ORDER BY role',
    params: [],
  }),
  nested: (r) => ({
    sql: `SELECT u.id, (SELECT json_group_array(json_object('id', c.name, 'v', c.value) ORDER BY c.name) FROM counters c WHERE c.value >= ?) AS list,
      row_number() OVER (ORDER BY u.id DESC) AS place FROM users u LEFT JOIN accounts a ON a.code = u.name ORDER BY u.id LIMIT ? OFFSET ?`,
    params: [small(r), 1 + small(r), small(r)],
  }),
  search: (r) => ({
    sql: 'SELECT rowid, name, email FROM users_search WHERE users_search MATCH ? ORDER BY rowid',
    params: [r.pick(['"ete"', '"née"', 'a*', '"', 'name:b', ''])],
  }),
  format: (r) => ({
    sql: `SELECT format('CMD-%d-%06d', ?, ?) AS n, coalesce(NULL, ?) AS c, iif(?, 'y', 'n') AS i, ? IS NULL AS z`,
    params: [2026, r.below(9999), value(r), r.chance(0.5), value(r)],
  }),
  laws: () => ({
    sql: 'SELECT currency, sum(balance_minor) AS s, total(balance_minor) AS t FROM accounts GROUP BY currency HAVING count(*) > 0 ORDER BY 1',
    params: [],
  }),
  blob: () => ({ sql: `SELECT x'00ff10' AS b, zeroblob(2) AS z, 1.0 AS r, 1e300 AS big, -0.0 AS zero`, params: [] }),
  noColumn: () => ({ sql: 'SELECT nope FROM users', params: [] }),
  noTable: () => ({ sql: 'INSERT INTO nowhere VALUES (1)', params: [] }),
  syntax: () => ({ sql: 'SELECT 1 FORM users', params: [] }),
  tooMany: () => ({
    sql: 'SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6',
    params: [],
  }),
  fiveTerms: () => ({
    sql: 'SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5',
    params: [],
  }),
}

const names = Object.keys(KINDS)
export const aStatement = (random: Random): Statement => (KINDS[random.pick(names)] as Make)(random)
