import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { Built } from './build.ts'
import { seed } from './seed.ts'

export type Name = 'market' | 'floor' | 'metered' | 'near'
/** One workerd with the Worker, its floor, its metered twin and a cache before that twin, each on a socket of its own: no proxy before them. */
export type Servers = {
  urls: Record<Name, URL>
  processId: number | undefined
  /** Puts a file where the Worker has its own. */
  keep(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Production asks a second factor of the team: each of it has one from here on, and the session that is open proved it. */
  addSecondFactors(): Promise<void>
  /** The database itself, which tells the rows that a statement reads. */
  database(): Promise<D1Database>
  stop(): Promise<void>
}

const COMMON = { compatibilityDate: '2026-07-01', compatibilityFlags: ['nodejs_compat'], modulesRoot: '/' }
const DATABASE = { d1Databases: { DB: 'bench' } }
const SECRETS = {
  PAWAPAY_TOKEN: 'bench-pawapay-token-0123456789abcdef',
  MBIYOPAY_SECRET_KEY: 'bench-mbiyopay-secret-0123456789abcdef',
  MBIYOPAY_WEBHOOK_SECRET: 'bench-mbiyopay-webhook-0123456789abcdef',
  SMS_API_KEY: 'bench-sms-api-key-0123456789abcdef',
}
/** As in production, but for where the gateways are. */
export const BINDINGS = {
  ...SECRETS,
  MODE: 'production',
  PUBLIC_BASE_URL: 'https://api.soko.example',
  ALLOWED_ORIGINS: 'https://soko.example',
  JWT_SECRET: 'bench-jwt-secret-0123456789abcdef',
  CODE_SECRET: 'bench-code-secret-0123456789abcdef',
  SEAL_KEYS: '1:bench-seal-key-0123456789abcdef-0123',
  WEB_BASE_URL: 'https://soko.example',
  PASSKEY_RP_ID: 'soko.example',
  PAWAPAY_BASE_URL: 'https://pawapay.bench',
  MBIYOPAY_BASE_URL: 'https://mbiyopay.bench/api/v1',
  SMS_BASE_URL: 'https://sms.bench',
  SMS_USERNAME: 'soko',
  SMS_COUNTRIES: '+243,+250',
  SMS_DAILY_MAX: '1000000',
  MAIL_DAILY_MAX: '1000000',
  EMAIL_BASE_URL: 'https://email.bench',
  EMAIL_FROM: 'ne-pas-repondre@soko.example',
  FCM_BASE_URL: 'https://fcm.bench',
  GOOGLE_TOKEN_URL: 'https://google.bench/token',
  VAPID_SUBJECT: 'mailto:equipe@soko.example',
  GOOGLE_JWKS_URL: 'https://google.bench/certs',
  GOOGLE_CLIENT_IDS: '',
  TURNSTILE_VERIFY_URL: 'https://turnstile.bench/turnstile/v0/siteverify',
}
const OBJECTS = {
  APPROVAL_CONFIRM: 'ApprovalConfirm',
  VARIANT_STOCK: 'VariantStock',
  PAYIN_WINDOW: 'PayinWindow',
  PERSON_SOCKETS: 'PersonSockets',
}
/**
 * workerd keeps a file on this disk for every object it wakes, which no object in production costs and the floor does not
 * have: here objects live in memory.
 */
const IN_MEMORY = { unsafeEphemeralDurableObjects: true }
const esModule = (path: string, contents: string) => ({ type: 'ESModule' as const, path: `/${path}`, contents })

function workers(built: Built, hasCallbacks: boolean) {
  const outside = {
    ...COMMON,
    bindings: BINDINGS,
    ...DATABASE,
    kvNamespaces: ['LIMITS'],
    r2Buckets: ['MEDIA', 'BACKUP'],
    images: { binding: 'IMAGES' },
    outboundService: 'sandbox',
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  }
  const durableObjects = Object.fromEntries(
    Object.entries(OBJECTS).map(([binding, className]) => [binding, { className, useSQLite: true }]),
  )
  const index = esModule('index.js', built.market)
  return [
    { ...outside, name: 'market', modules: [index], durableObjects, ...IN_MEMORY },
    { ...outside, name: 'floor', modules: [esModule('floor.js', built.floor)] },
    {
      ...outside,
      name: 'metered',
      modules: [esModule('metered.js', built.metered), index],
      durableObjects,
      ...IN_MEMORY,
    },
    {
      ...COMMON,
      name: 'near',
      modules: [esModule('near.js', built.near)],
      serviceBindings: { WORKER: 'metered' },
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    },
    {
      ...COMMON,
      name: 'sandbox',
      modules: [esModule('sandbox.js', built.sandbox)],
      durableObjects: { SANDBOX: { className: 'SandboxObject', useSQLite: true } },
      bindings: { ...SECRETS, MARKET_BASE_URL: 'https://api.soko.example', GOOGLE_CLIENT_ID: '' },
      ...(hasCallbacks && { serviceBindings: { PRIMARY: 'metered' } }),
    },
  ]
}

async function launch(built: Built, directory: string, hasCallbacks: boolean): Promise<Servers> {
  const before = new Set(workerds())
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ workers: workers(built, hasCallbacks), resourcePersistencePath: directory }),
  )
  await miniflare.ready
  const urlOf = (name: Name) => miniflare.unsafeGetDirectURL(name)
  const [market, floor, metered, near] = await Promise.all([
    urlOf('market'),
    urlOf('floor'),
    urlOf('metered'),
    urlOf('near'),
  ])
  return {
    urls: { market, floor, metered, near },
    processId: workerds().find((id) => !before.has(id)),
    keep: async (key, bytes, contentType) => {
      const bucket = await miniflare.getR2Bucket('MEDIA', 'market')
      await bucket.put(key, bytes, { httpMetadata: { contentType } })
    },
    addSecondFactors: async () => {
      const db = await miniflare.getD1Database('DB', 'market')
      await db.batch([
        db.prepare(
          `INSERT INTO totp (user_id, sealed_seed, key_version, confirmed_at, created_at)
          SELECT id, 'sealed', 1, created_at, created_at FROM users WHERE role IN ('ADMIN', 'SUPPORT', 'ACCOUNTANT') ON CONFLICT DO NOTHING`,
        ),
        db.prepare('UPDATE sessions SET has_second_factor = 1'),
      ])
    },
    database: () => miniflare.getD1Database('DB', 'market'),
    stop: () => miniflare.dispose(),
  }
}

let databaseFile: string | undefined
/**
 * The servers on a database that is put where D1 looks for it.
 * @param hasCallbacks whether gateways call the metered twin back
 */
export async function startOn(
  built: Built,
  directory: string,
  put: (file: string) => void,
  hasCallbacks = false,
): Promise<Servers> {
  databaseFile ??= await findDatabaseFile()
  mkdirSync(join(directory, databaseFile, '..'), { recursive: true })
  put(join(directory, databaseFile))
  return launch(built, directory, hasCallbacks)
}

/** The servers on a database of so many products. */
export async function start(built: Built, products: number): Promise<Servers> {
  const directory = mkdtempSync(join(tmpdir(), 'soko-bench-'))
  const servers = await startOn(built, directory, (file) => seed(file, products))
  const stop = async () => {
    await servers.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  return { ...servers, stop }
}

/** Finds the file that D1 keeps under the directory it is given: asked once, of an empty one. */
async function findDatabaseFile(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'soko-bench-'))
  const empty = { ...COMMON, name: 'empty', modules: [esModule('empty.js', 'export default {}')], ...DATABASE }
  const miniflare = new Miniflare(convertV4MiniflareOptions({ workers: [empty], resourcePersistencePath: directory }))
  await (await miniflare.getD1Database('DB')).exec('SELECT 1')
  await miniflare.dispose()
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  rmSync(directory, { recursive: true, force: true })
  const found = files.find((file) => /^d1\b.*[0-9a-f]{64}\.sqlite$/.test(file))
  if (!found) throw new Error(`D1 left no file: ${files.join(', ')}`)
  return found
}

/** Children of this process that are workerd; none where there is no /proc. */
function workerds(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((id) => id > 0 && isOurWorkerd(id))
  } catch {
    return []
  }
}

function isOurWorkerd(id: number): boolean {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? []
    return name === 'workerd' && Number(parent) === process.pid
  } catch {
    return false
  }
}
