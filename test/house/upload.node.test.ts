import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'
import { CRON } from '#cron/table.ts'
import { unfitAddresses, unfitSettings } from '#http/boot.ts'
import { type Environment, flagOf } from '../../scripts/deploy/configuration.ts'
import { BUNDLING, mostBundleKib } from '../../scripts/deploy/steps.ts'

type Binding = { name: string; type: string } & Record<string, unknown>
type Upload = {
  /** All that would be sent, as it would be sent. */
  form: string
  metadata: Record<string, unknown> & { bindings: Binding[] }
  script: Buffer
  /** The files that were bundled. */
  files: string[]
}

const folder = mkdtempSync(join(tmpdir(), 'soko-upload-'))
const uploads = {} as Record<Environment, Upload>

/** A deployment that ends before it uploads. */
async function dryRun(environment: Environment): Promise<Upload> {
  const dir = join(folder, environment)
  const args = ['deploy', flagOf(environment), ...BUNDLING, '--dry-run', '--outdir', dir, '--metafile']
  await promisify(execFile)(
    process.execPath,
    ['node_modules/wrangler/bin/wrangler.js', ...args, '--outfile', `${dir}.form`],
    { env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: 'true' } },
  )
  const form = readFileSync(`${dir}.form`, 'utf8')
  const [, metadata = ''] = /name="metadata"\r?\n\r?\n(\{.*\})\r?\n/.exec(form) ?? []
  return {
    form,
    metadata: JSON.parse(metadata),
    script: readFileSync(join(dir, 'index.js')),
    files: Object.keys(JSON.parse(readFileSync(join(dir, 'bundle-meta.json'), 'utf8')).inputs),
  }
}

beforeAll(async () => {
  const [production, staging] = await Promise.all([dryRun('production'), dryRun('staging')])
  Object.assign(uploads, { production, staging })
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

const environmentName = (environment: Environment) => (environment === 'staging' ? environment : undefined)
const BOTH = ['production', 'staging'] as const
const bound = (environment: Environment) => uploads[environment].metadata.bindings
/** Each resource as `type what`, by its name. */
const resourcesOf = (environment: Environment) =>
  Object.fromEntries(
    bound(environment)
      .filter(({ type }) => type !== 'plain_text' && type !== 'inherit')
      .map(({ name, type, bucket_name, service, class_name }) => [
        name,
        [type, bucket_name ?? service ?? class_name].filter(Boolean).join(' '),
      ]),
  )
const varsOf = (environment: Environment) =>
  Object.fromEntries(
    bound(environment)
      .filter(({ type }) => type === 'plain_text')
      .map(({ name, text }) => [name, String(text)]),
  )
const secretsOf = (environment: Environment) =>
  bound(environment)
    .filter(({ type }) => type === 'inherit')
    .map(({ name }) => name)

const COMMON = {
  DB: 'd1',
  LIMITS: 'kv_namespace',
  IMAGES: 'images',
  ASSETS: 'assets',
  APPROVAL_CONFIRM: 'durable_object_namespace ApprovalConfirm',
  VARIANT_STOCK: 'durable_object_namespace VariantStock',
  PAYIN_WINDOW: 'durable_object_namespace PayinWindow',
  PERSON_SOCKETS: 'durable_object_namespace PersonSockets',
}

describe('what would be uploaded', () => {
  it('has each environment its own resources, itself among them; only production mails', () => {
    expect(resourcesOf('production')).toEqual({
      ...COMMON,
      MEDIA: 'r2_bucket soko-media',
      BACKUP: 'r2_bucket soko-backup',
      SELF: 'service soko',
      EMAIL: 'send_email',
    })
    expect(resourcesOf('staging')).toEqual({
      ...COMMON,
      MEDIA: 'r2_bucket soko-staging-media',
      BACKUP: 'r2_bucket soko-staging-backup',
      SELF: 'service soko-staging',
    })
  })

  it('binds all that the Worker cannot do without, in staging as in production', () => {
    const fields = readFileSync('src/env.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]*)(\??):/gm)
    const needed = [...fields].filter(([, , optional]) => !optional).map(([, name]) => name)
    expect(needed.length).toBeGreaterThan(25)
    for (const environment of BOTH) {
      const names = bound(environment).map(({ name }) => name)
      expect(
        needed.filter((name) => name && !names.includes(name)),
        environment,
      ).toEqual([])
    }
    expect(Object.keys(varsOf('staging'))).toEqual(Object.keys(varsOf('production')))
    expect(secretsOf('staging')).toEqual(secretsOf('production'))
    expect(secretsOf('production')).toContain('CODE_SECRET')
  })

  it.each(BOTH)(
    'runs beside the database, has a bound, and logs no query and no request that went well: %s',
    (environment) => {
      expect(uploads[environment].metadata).toMatchObject({
        placement: { mode: 'targeted', region: 'aws:eu-west-3' },
        limits: { cpu_ms: 10_000 },
        observability: {
          enabled: true,
          redact_query_string: true,
          logs: { enabled: true, invocation_logs: false },
          issues: { enabled: true },
          traces: { enabled: true, head_sampling_rate: 0.01 },
        },
      })
    },
  )

  it.each(BOTH)('answers at its own domain and nowhere else, and hears the clock: %s', (environment) => {
    const config = readConfig({ config: 'wrangler.toml', env: environmentName(environment) }, { hideWarnings: true })
    const { host } = new URL(varsOf(environment).PUBLIC_BASE_URL ?? '')
    expect(config.routes).toEqual([{ pattern: host, custom_domain: true }])
    expect([config.workers_dev, config.preview_urls]).toEqual([false, false])
    expect([...(config.triggers.crons ?? [])].sort()).toEqual(Object.keys(CRON).sort())
  })

  it.each(BOTH)('has nothing of development in it: %s', (environment) => {
    const { form, files } = uploads[environment]
    const dev = Object.values(parseEnv(readFileSync('dev.env', 'utf8'))).filter((value) =>
      /^(\d+:)?dev-/.test(value ?? ''),
    )
    expect(dev.length).toBeGreaterThan(7)
    expect(dev.filter((value) => form.includes(value ?? ''))).toEqual([])
    expect(JSON.stringify(uploads[environment].metadata)).not.toMatch(/localhost|127\.0\.0\.1|"dev-/)
    expect(files.filter((path) => /^(sandbox|test|proof|scripts)\//.test(path))).toEqual([])
    expect([...form.matchAll(/^Content-Disposition: .*filename="([^"]+)"/gm)].map(([, name]) => name).sort()).toEqual([
      'index.js',
      'index.js.map',
    ])
  })

  it('leads to the real world from production and to one sandbox from staging', () => {
    expect(JSON.stringify(uploads.production.metadata)).not.toContain('sandbox')
    const { OUTSIDE, ...production } = varsOf('production')
    expect(OUTSIDE).toBe('real')
    expect(varsOf('staging').OUTSIDE).toBe('sandbox')
    for (const environment of BOTH) {
      expect(varsOf(environment).MODE).toBe('production')
      expect(unfitAddresses(varsOf(environment))).toEqual([])
      expect(unfitSettings(varsOf(environment))).toEqual([])
    }
    const addresses = Object.entries(production).filter(([name, value]) => name.endsWith('_URL') && value)
    expect(addresses.map(([, value]) => new URL(value).host).sort()).toEqual([
      'api.africastalking.com',
      'api.pawapay.io',
      'api.postmarkapp.com',
      'api.soko.example',
      'api.twilio.com',
      'challenges.cloudflare.com',
      'dashboard.mbiyo.africa',
      'fcm.googleapis.com',
      'oauth2.googleapis.com',
      'soko.example',
      'www.googleapis.com',
    ])
  })

  it('is small enough to start quickly, and reads no certificates', () => {
    const { script, files } = uploads.production
    expect(files.filter((path) => path.includes('/@peculiar/x509/'))).toEqual([])
    expect(files.length).toBeGreaterThan(500)
    expect(gzipSync(script).byteLength / 1024).toBeLessThan(mostBundleKib())
    expect(uploads.staging.script.equals(script)).toBe(true)
  })
})
