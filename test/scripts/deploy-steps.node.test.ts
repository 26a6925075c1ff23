import { expect, it } from 'vitest'
import { deploy, type Plan, type Wrangler } from '../../scripts/deploy/steps.ts'

const BOOKMARK = '00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683'

/** What wrangler was told, in order; it fails at the command that begins with `broken`. */
async function play(plan: Partial<Plan>, { broken = 'nothing', printed = `{ "bookmark": "${BOOKMARK}" }` } = {}) {
  const told: string[] = []
  const said: string[] = []
  const hear = (args: string[]) => {
    told.push(args.join(' '))
    return args.join(' ').startsWith(broken)
  }
  const wrangler: Wrangler = {
    ask: async (...args) => (hear(args) ? { failed: 'no such database' } : { printed }),
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
  const { told, error, said } = await play({}, { broken: 'd1 migrations' })
  expect(told).toHaveLength(2)
  expect(error).toBe('it failed')
  expect(said).toContain(BOOKMARK)
})
