import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'

// Rule: D1 and R2 in `weur`, Worker placed by `region` beside it; a tick runs through a binding of the Worker to itself. Custom
// domain, staging environment with the sandbox outside, `[limits]`, logs without query strings or invocation lines, issues on,
// traces 1 %.

type Route = string | { pattern: string; custom_domain?: boolean }
/** The part of the file that wrangler reads for one environment and that is looked at here. */
type Config = {
  name: string
  definedEnvironments: string[]
  placement: unknown
  workers_dev?: boolean
  route?: Route
  routes?: Route[]
  services?: { binding: string; service: string }[]
  triggers: { crons?: string[] }
  limits?: { cpu_ms?: number }
  observability: unknown
  vars: Record<string, string>
  secrets?: { required?: string[] }
  d1_databases: { binding: string; database_name: string }[]
  kv_namespaces: { binding: string }[]
  r2_buckets: { binding: string; bucket_name: string }[]
  durable_objects: { bindings: { name: string }[] }
  images?: { binding: string }
}
const production = readConfig({ config: 'wrangler.toml' }) as unknown as Config
const staging = readConfig({ config: 'wrangler.toml', env: 'staging' }, { hideWarnings: true }) as unknown as Config
const ENVIRONMENTS: [string, Config][] = [
  ['production', production],
  ['staging', staging],
]

const routesOf = ({ routes = [], route }: Config): Route[] => [...routes, ...(route ? [route] : [])]
const hostsOf = (config: Config) =>
  routesOf(config).map((route) => (typeof route === 'string' ? route : route.pattern).replace(/\/.*/, ''))
const hostOf = (address = '') => (address === '' ? '' : new URL(address).host)

describe.each(ENVIRONMENTS)('%s', (name, config) => {
  it('is placed by a region of Western Europe, and not by its traffic', () => {
    expect(config.placement).toEqual({
      region: expect.stringMatching(/^(aws:eu-(west|central|south)-\d|gcp:europe-(west|southwest)\d+|azure:\w+)$/),
    })
  })

  it('can be reached: by a domain of its own, which is the address that it says it has', () => {
    const isReached = config.workers_dev === true || hostsOf(config).includes(hostOf(config.vars.PUBLIC_BASE_URL))
    expect(isReached).toBe(true)
    if (name !== 'production') return
    expect(config.workers_dev).toBe(false)
    expect(routesOf(config)).toContainEqual(
      expect.objectContaining({ pattern: hostOf(config.vars.PUBLIC_BASE_URL), custom_domain: true }),
    )
  })

  it('has a binding to itself for its ticks', () => {
    expect(config.services?.map(({ service }) => service)).toContain(config.name)
    expect(config.triggers.crons).toContain('* * * * *')
  })

  it('has an end to what one request costs', () => {
    expect(config.limits?.cpu_ms).toBeGreaterThan(0)
  })

  it('logs no query strings and no line for each request, shows issues, and traces one request of a hundred', () => {
    expect(config.observability).toMatchObject({
      enabled: true,
      redact_query_string: true,
      logs: { invocation_logs: false },
      issues: { enabled: true },
      traces: { enabled: true, head_sampling_rate: 0.01 },
    })
  })

  it('may send 20,000 mails a day', () => {
    expect(config.vars.MAIL_DAILY_MAX).toBe('20000')
  })
})

describe('staging', () => {
  it('takes nothing of production: no name, no domain, no address, no database, no bucket', () => {
    expect(staging.name).not.toBe(production.name)
    expect(hostsOf(staging).filter((host) => hostsOf(production).includes(host))).toEqual([])
    expect(staging.vars.PUBLIC_BASE_URL).toBeTruthy()
    expect(staging.vars.PUBLIC_BASE_URL).not.toBe(production.vars.PUBLIC_BASE_URL)
    expect(staging.d1_databases.map(({ database_name }) => database_name)).not.toContain(
      production.d1_databases[0]?.database_name,
    )
    const buckets = production.r2_buckets.map(({ bucket_name }) => bucket_name)
    expect(staging.r2_buckets.filter(({ bucket_name }) => buckets.includes(bucket_name))).toEqual([])
  })

  it('has everything that production has: bindings, settings and secrets', () => {
    expect(production.definedEnvironments).toContain('staging')
    const bound = (config: Config) => ({
      d1: config.d1_databases.map(({ binding }) => binding),
      kv: config.kv_namespaces.map(({ binding }) => binding),
      r2: config.r2_buckets.map(({ binding }) => binding),
      objects: config.durable_objects.bindings.map(({ name }) => name),
      services: config.services?.map(({ binding }) => binding),
      images: config.images?.binding,
      settings: [...Object.keys(config.vars), ...(config.secrets?.required ?? [])].sort(),
    })
    expect(bound(staging)).toEqual(bound(production))
  })

  it('has the sandbox for its outside world: no gateway, mail, SMS or Google of the real one', () => {
    const outside = [
      'PAWAPAY_BASE_URL',
      'MBIYOPAY_BASE_URL',
      'SMS_BASE_URL',
      'EMAIL_BASE_URL',
      'GOOGLE_JWKS_URL',
      'TURNSTILE_VERIFY_URL',
    ]
    const hosts = new Set(outside.map((name) => hostOf(staging.vars[name])))
    expect([...hosts]).toEqual([expect.stringMatching(/./)])
    for (const name of outside.filter((one) => production.vars[one]))
      expect([...hosts], name).not.toContain(hostOf(production.vars[name]))
  })
})

describe('the page that says how to deploy', () => {
  const pages = ['README.md', ...globSync('docs/**/*.md')].map((file) => readFileSync(file, 'utf8')).join('\n')
  const operating = existsSync('docs/operating.md') ? readFileSync('docs/operating.md', 'utf8') : ''

  it('makes the databases and buckets of both environments in Western Europe, wherever it is typed', () => {
    const made = pages.match(/wrangler (d1|r2 bucket) create .*/g) ?? []
    for (const command of made) expect(command).toMatch(/--location[ =]weur\b/)
    for (const { database_name = '?' } of [...production.d1_databases, ...staging.d1_databases])
      expect(operating).toMatch(new RegExp(`wrangler d1 create ${database_name} .*--location[ =]weur`))
    for (const { bucket_name = '?' } of [...production.r2_buckets, ...staging.r2_buckets])
      expect(operating).toMatch(new RegExp(`wrangler r2 bucket create ${bucket_name} .*--location[ =]weur`))
  })

  it('takes a bookmark of the database before it migrates', () => {
    expect(operating).toMatch(/d1 time-travel info/)
  })
})
