import { readdirSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { BASELINE, baselineImport, MOST_IN_A_QUERY } from '../../scripts/deploy/migrations.ts'
import { deploy, type Plan, type Wrangler } from '../../scripts/deploy/steps.ts'

const BOOKMARK = '00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683'

/** Lists the commands of wrangler, in order; it fails at the command that begins with `broken`. */
async function play(
  plan: Partial<Plan>,
  { broken = 'nothing', printed = `{ "bookmark": "${BOOKMARK}" }`, unapplied = '' } = {},
) {
  const told: string[] = []
  const said: string[] = []
  const hear = (args: string[]) => {
    told.push(args.join(' '))
    return args.join(' ').startsWith(broken)
  }
  const wrangler: Wrangler = {
    ask: async (...args) => {
      if (hear(args)) return { failed: 'no such database' }
      return { printed: args[1] === 'migrations' ? unapplied : printed }
    },
    run: async (...args) => {
      if (hear(args)) throw new Error('it failed')
    },
  }
  const error = await deploy(wrangler, { environment: 'production', commit: 'abc1234', ...plan }, (text) =>
    said.push(text),
  ).catch((thrown: Error) => thrown.message)
  return { told, said: said.join('\n'), error }
}

it('the place of the database is noted first, then it is migrated, then the version that needs it goes out', async () => {
  const { told, said } = await play({})
  expect(told).toEqual([
    'd1 time-travel info DB --json --env=',
    'd1 migrations list DB --remote --env=',
    'd1 migrations apply DB --remote --env=',
    `deploy --env= --minify --tag abc1234 --message abc1234, before it D1 at ${BOOKMARK}`,
  ])
  expect(said).toContain(`npx wrangler d1 time-travel restore DB --bookmark ${BOOKMARK} --env=`)
  // Cloudflare keeps a hundred characters of it.
  expect(`abc1234, before it D1 at ${BOOKMARK}`.length).toBeLessThanOrEqual(100)
})

it('every step is of the environment that is deployed', async () => {
  const { told } = await play({ environment: 'staging' })
  for (const command of told) expect(command).toContain('--env=staging')
})

it('a gradual one is uploaded without traffic', async () => {
  const { told, said } = await play({ gradually: true })
  expect(told.at(-1)).toMatch(/^versions upload --env= --minify --tag abc1234 /)
  expect(said).toContain('npx wrangler versions deploy --env=')
})

it('nothing is changed where the database cannot say where it is, and nothing goes out where a migration failed', async () => {
  for (const trouble of [{ broken: 'd1 time-travel' }, { printed: '{}' }, { printed: '' }]) {
    const { told, error } = await play({}, trouble)
    expect(told).toHaveLength(1)
    expect(error).toContain('nothing was changed')
  }
  for (const [broken, after, message] of [
    ['d1 migrations list', 2, 'What was applied is not known: no such database'],
    ['d1 execute', 3, 'it failed'],
    ['d1 migrations apply', 4, 'it failed'],
  ] as const) {
    const { told, error, said } = await play({}, { broken, unapplied: BASELINE })
    expect([told.length, error]).toEqual([after, message])
    expect(said).toContain(BOOKMARK)
  }
})

it('a database without tables gets the baseline as an import, and then what came after it', async () => {
  const { told } = await play({}, { unapplied: `│ ${BASELINE} │` })
  expect(told.slice(1, 4)).toEqual([
    'd1 migrations list DB --remote --env=',
    `d1 execute DB --remote --env= --file dist/${BASELINE} --yes`,
    'd1 migrations apply DB --remote --env=',
  ])
})

it('the import makes every table, and wrangler finds the baseline applied', () => {
  const db = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })
  db.exec(baselineImport())
  const named = db.prepare('SELECT name FROM d1_migrations').all()
  expect(named.map(({ name }) => name)).toEqual([BASELINE])
  expect(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'").get()?.n).toBeGreaterThan(100)
})

it('no statement of the baseline, and no later migration as a whole, is longer than D1 takes in one query', () => {
  for (const statement of baselineImport().split('--> statement-breakpoint'))
    expect(statement.length).toBeLessThan(MOST_IN_A_QUERY)
  const later = readdirSync('migrations').filter((name) => name.endsWith('.sql') && name !== BASELINE)
  for (const name of later) expect([name, statSync(`migrations/${name}`).size < MOST_IN_A_QUERY]).toEqual([name, true])
})
