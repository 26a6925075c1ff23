import { describe, expect, it } from 'vitest'
import { type Ask, checkAccount } from '../../scripts/deploy/account.ts'
import type { Configuration } from '../../scripts/deploy/configuration.ts'
import type { Finding } from '../../scripts/deploy/finding.ts'
import { fit } from './deployments.ts'

describe('the account', () => {
  type Answers = Record<string, object | string | undefined>
  const asked: string[] = []
  /** A wrangler that prints what stands beside the beginning of a command, and fails where nothing does. */
  const wrangler =
    (answers: Answers): Ask =>
    async (...args) => {
      const command = args.join(' ')
      asked.push(command)
      const [, answer] = Object.entries(answers).find(([start]) => command.startsWith(start)) ?? []
      if (answer === undefined) return { failed: 'not found' }
      return { printed: typeof answer === 'string' ? answer : `a warning\n${JSON.stringify(answer, null, 2)}\n` }
    }
  const config = fit.production
  const secrets = (config.secrets?.required ?? []).map((name) => ({ name, type: 'secret_text' }))
  const GOOD: Answers = {
    whoami: { loggedIn: true },
    'secret list': secrets,
    'd1 info soko': { uuid: config.d1_databases[0]?.database_id, running_in_region: 'WEUR' },
    'r2 bucket info soko-media': { name: 'soko-media', location: 'WEUR' },
    'r2 bucket info soko-backup': { name: 'soko-backup', location: 'weur' },
  }
  const found = (answers: Answers, of: Configuration = config): Promise<Finding[]> =>
    checkAccount(of, 'production', wrangler({ ...GOOD, ...answers }))
  const whatOf = async (answers: Answers) => (await found(answers)).map(({ what }) => what)

  it('lacks nothing where all is there, and is asked about this environment only', async () => {
    asked.length = 0
    expect(await found({})).toEqual([])
    expect(asked.length).toBe(5)
    for (const command of asked.slice(1)) expect(command).toMatch(/--env=$/)
    asked.length = 0
    await checkAccount(fit.staging, 'staging', wrangler({ whoami: {} }))
    for (const command of asked.slice(1)) expect(command).toMatch(/--env=staging$/)
  })

  it('says that it could not be asked where nobody is signed in, which is no fault of the configuration', async () => {
    const [only, ...more] = await found({ whoami: undefined })
    expect(more).toEqual([])
    expect(only?.kind).toBe('unasked')
    expect(only?.todo).toContain('wrangler login')
  })

  it('names each secret that is not set, all of them of a Worker that was never deployed', async () => {
    expect(await whatOf({ 'secret list': secrets.slice(1) })).toEqual(['secret JWT_SECRET is not set'])
    expect(await whatOf({ 'secret list': undefined })).toHaveLength(secrets.length)
    expect(await whatOf({ 'secret list': 'gibberish' })).toHaveLength(secrets.length)
  })

  it('names buckets that are not there, and what was born elsewhere', async () => {
    expect(await whatOf({ 'r2 bucket info soko-backup': undefined })).toEqual(['bucket soko-backup: not found'])
    expect(await whatOf({ 'r2 bucket info soko-media': { location: 'ENAM' } })).toEqual([
      'bucket soko-media is in ENAM',
    ])
    expect(await whatOf({ 'r2 bucket info soko-media': { location: '(unknown)' } })).toEqual([])
    expect(await whatOf({ 'd1 info soko': undefined })).toEqual(['database soko: not found'])
    expect(await whatOf({ 'd1 info soko': { uuid: 'x' } })).toEqual(['database soko has the id x'])
    const { uuid } = GOOD['d1 info soko'] as { uuid: string }
    expect(await whatOf({ 'd1 info soko': { uuid, running_in_region: 'APAC' } })).toEqual(['database soko is in APAC'])
  })
})
