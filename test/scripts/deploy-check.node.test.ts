import { describe, expect, it } from 'vitest'
import { long, REAL } from '#testing/fixtures/production.ts'
import { checkConfiguration, describeFindings } from '../../scripts/deploy/check.ts'
import { type Configuration, type Environment, environmentOf } from '../../scripts/deploy/configuration.ts'
import type { Finding } from '../../scripts/deploy/finding.ts'
import { remindOfAccount } from '../../scripts/deploy/resources.ts'
import { checkSecretValues } from '../../scripts/deploy/secrets.ts'
import { BOTH, fit, otherOf, read, readSandbox, sandbox } from './deployments.ts'

type Change = (config: Configuration, sandbox: Configuration) => void
/** Lists what is missing once something was changed. */
function missingAfter(environment: Environment, change: Change): string[] {
  const [config, changedSandbox] = structuredClone([fit[environment], sandbox])
  change(config, changedSandbox)
  return checkConfiguration(config, environment, { other: fit[otherOf(environment)], sandbox: changedSandbox }).map(
    ({ what }) => what,
  )
}

const setVars =
  (vars: Record<string, string>): Change =>
  (config) =>
    void Object.assign(config.vars, vars)
/** Changes the first database, namespace or bucket. */
const setFirst =
  (kind: 'd1_databases' | 'kv_namespaces' | 'r2_buckets', values: object): Change =>
  (config) =>
    void Object.assign(config[kind][0] ?? {}, values)
const set =
  (values: Partial<Configuration>): Change =>
  (config) =>
    void Object.assign(config, values)
const without =
  (name: keyof Configuration): Change =>
  (config) =>
    void Reflect.deleteProperty(config, name)

describe('the configuration', () => {
  it.each(BOTH)('lacks nothing once placeholders are filled in: %s', (environment) => {
    expect(missingAfter(environment, () => undefined)).toEqual([])
  })

  it('as the project comes lacks ids, domains and clients, each named', () => {
    const found = checkConfiguration(read.production, 'production', { other: read.staging, sandbox: readSandbox })
    expect(found.map(({ what }) => what.split(' ')[0])).toEqual([
      ...['database_id', 'id', 'PUBLIC_BASE_URL', 'ALLOWED_ORIGINS', 'WEB_BASE_URL', 'PASSKEY_RP_ID', 'EMAIL_FROM'],
      ...['routes', 'GOOGLE_CLIENT_IDS'],
    ])
    expect(found[0]?.todo).toContain('wrangler d1 create soko --location weur')
    for (const { todo, kind } of found) expect([kind, todo.length > 10]).toEqual(['missing', true])
  })

  const FAULTS: [what: RegExp, change: Change][] = [
    [/^PUBLIC_BASE_URL is "https:\/\/api.soko.cd\/"/, setVars({ PUBLIC_BASE_URL: 'https://api.soko.cd/' })],
    [/^routes lead to "www.soko.cd"/, set({ routes: ['www.soko.cd'] })],
    [/^routes lead to ""/, without('routes')],
    [/^ALLOWED_ORIGINS lacks PUBLIC_BASE_URL/, setVars({ ALLOWED_ORIGINS: 'https://soko.cd' })],
    [/^" https:\/\/soko.cd" in ALLOWED_ORIGINS/, setVars({ ALLOWED_ORIGINS: 'https://api.soko.cd, https://soko.cd' })],
    [/^"https:\/\/soko.cd\/" in ALLOWED_ORIGINS/, setVars({ ALLOWED_ORIGINS: 'https://api.soko.cd,https://soko.cd/' })],
    [
      /^https:\/\/soko.rw is not under PASSKEY_RP_ID/,
      setVars({ ALLOWED_ORIGINS: 'https://api.soko.cd,https://soko.rw' }),
    ],
    [/^https:\/\/notsoko.cd is not under/, setVars({ ALLOWED_ORIGINS: 'https://api.soko.cd,https://notsoko.cd' })],
    [/^WEB_BASE_URL is "soko.cd"/, setVars({ WEB_BASE_URL: 'soko.cd' })],
    [/^EMAIL_FROM is "Soko"/, setVars({ EMAIL_FROM: 'Soko' })],
    [/^GOOGLE_CLIENT_IDS is empty/, setVars({ GOOGLE_CLIENT_IDS: '' })],
    [/^MODE is "development"/, setVars({ MODE: 'development' })],
    [/^OUTSIDE is "sandbox" in production/, setVars({ OUTSIDE: 'sandbox' })],
    [
      /^SMS_BASE_URL is ".*sandbox.*" in production/,
      setVars({ SMS_BASE_URL: 'https://api.sandbox.africastalking.com' }),
    ],
    [/^PAWAPAY_BASE_URL is "http:/, setVars({ PAWAPAY_BASE_URL: 'http://api.pawapay.io' })],
    [/^PAWAPAY_BASE_URL is "https:\/\/127/, setVars({ PAWAPAY_BASE_URL: 'https://127.0.0.1:8788' })],
    [/^SMS_DAILY_MAX is "many"/, setVars({ SMS_DAILY_MAX: 'many' })],
    [/^SMS_COUNTRIES is "243"/, setVars({ SMS_COUNTRIES: '243' })],
    [/^the Worker is not placed/, without('placement')],
    [/^the Worker is not placed/, set({ placement: { mode: 'smart' } })],
    [/^SELF is bound to "undefined"/, without('services')],
    [/^SELF is bound to "soko-staging"/, set({ services: [{ binding: 'SELF', service: 'soko-staging' }] })],
    [/^SELF is bound to "soko"/, set({ services: [{ binding: 'SELF', service: 'soko', entrypoint: 'Tick' }] })],
    [/^there is neither EMAIL nor EMAIL_BASE_URL/, set({ send_email: [] })],
    [
      /^database 2.* belongs to soko-staging too/,
      setFirst('d1_databases', { database_id: fit.staging.d1_databases[0]?.database_id }),
    ],
    [/^namespace 2+ belongs to/, setFirst('kv_namespaces', { id: '2'.repeat(32) })],
    [/^bucket soko-staging-backup belongs to/, setFirst('r2_buckets', { bucket_name: 'soko-staging-backup' })],
  ]
  it.each(FAULTS)('says of production: %s', (what, change) => {
    const found = missingAfter('production', change)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(what)
  })

  const STAGING_FAULTS: [what: RegExp, change: Change][] = [
    [
      /^PAWAPAY_BASE_URL is "https:\/\/api.pawapay.io" in staging/,
      setVars({ PAWAPAY_BASE_URL: 'https://api.pawapay.io' }),
    ],
    [/^SMS_BASE_URL is ".*" in staging/, setVars({ SMS_BASE_URL: 'https://sandbox.elsewhere.cd' })],
    [/^OUTSIDE is "real" in staging/, setVars({ OUTSIDE: 'real' })],
    [/^the sandbox is at "https:\/\/box.soko.cd"/, (_, box) => void Object.assign(box, { routes: ['box.soko.cd'] })],
    [
      /^MARKET_BASE_URL of the sandbox is "https:\/\/api.soko.cd"/,
      (_, box) => void Object.assign(box.vars, { MARKET_BASE_URL: 'https://api.soko.cd' }),
    ],
    [/^GOOGLE_CLIENT_ID of the sandbox is/, (_, box) => void Object.assign(box.vars, { GOOGLE_CLIENT_ID: 'another' })],
    [/^the sandbox has no door/, (_, box) => void Reflect.deleteProperty(box.vars, 'DOOR')],
  ]
  it.each(STAGING_FAULTS)('says of staging: %s', (what, change) => {
    const found = missingAfter('staging', change)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(what)
  })

  it('names what rests on plans and switches: a Workers plan, Images, the mail domain, the zone', () => {
    const words = (environment: Environment) =>
      remindOfAccount(fit[environment])
        .map(({ what, todo }) => `${what}: ${todo}`)
        .join('\n')
    expect(words('production')).toMatch(/zone of api\.soko\.cd.*Workers Paid.*transformations.*5,000.*@soko\.cd/s)
    expect(words('staging')).not.toContain('mail from')
  })
})

describe('the values of secrets', () => {
  const { MODE: _, ...good } = REAL
  const whatOf = (values: Record<string, string>) =>
    checkSecretValues({ ...good, ...values }).map(({ what }) => what.split(' ')[0])
  it('are held to what the Worker starts by, and SEAL_KEYS to its form', () => {
    expect(whatOf({})).toEqual([])
    expect(whatOf({ JWT_SECRET: 'short' })).toEqual(['JWT_SECRET'])
    expect(whatOf({ JWT_SECRET: good.CODE_SECRET })).toEqual(['JWT_SECRET', 'CODE_SECRET'])
    expect(whatOf({ SMS_API_KEY: 'dev-sms-key-0123456789abcdef0123456789' })).toEqual(['SMS_API_KEY'])
    expect(whatOf({ SEAL_KEYS: `2:${long('a')}, 1:${long('b')}` })).toEqual([])
    for (const SEAL_KEYS of [long('a'), `x:${long('a')}`, `1:${long('a')},1:${long('b')}`, `1:${long('a b c')}`])
      expect(whatOf({ SEAL_KEYS }), SEAL_KEYS).toEqual(['SEAL_KEYS'])
  })
})

it('a missing setting comes first and stops; one that could not be asked or is to look at does not', () => {
  const at = (kind: Finding['kind']): Finding => ({ kind, what: kind, todo: 'do it' })
  const all = describeFindings('production', [at('look'), at('unasked'), at('missing'), at('missing')])
  expect(all.isReady).toBe(false)
  expect(all.text.split('\n').map((line) => line.trim().split(' ')[0])).toEqual(['production:', '✗', '✗', '?', '·'])
  expect(all.text).toContain('2 things are missing')
  expect(describeFindings('staging', [at('look'), at('unasked')])).toMatchObject({ isReady: true })
})

it('an environment is production, staging or a mistake', () => {
  expect([undefined, '', 'production', 'staging'].map(environmentOf)).toEqual([
    'production',
    'production',
    'production',
    'staging',
  ])
  expect(() => environmentOf('stagin')).toThrow('--env stagin')
})
