import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readVariables } from '../../scripts/dev/environment.ts'
import { findFreePort } from '../../scripts/dev/ports.ts'
import { writeDocsAssets } from '../../scripts/docs-assets.ts'
import { buildOffice } from '../../scripts/office-assets.ts'
import { bundle, type RunningWorker, startWorker } from './worker.ts'
import type { Query } from './worker-process.ts'

export type Row = Record<string, string | number | null>
export type RunningService = Awaited<ReturnType<typeof startService>> & {
  /** Makes the requests, for whoever wants to see them. */
  fetch?: typeof fetch
}

/** Replaces what production refuses of development. */
function productionOf(variables: Record<string, string>): Record<string, string> {
  const secrets = Object.entries(variables).filter(([, value]) => /^(1:)?dev-/.test(value))
  const live = secrets.map(([name, value]) => [
    name,
    `${value.startsWith('1:') ? '1:' : ''}live-${name.toLowerCase()}-0123456789abcdef0123456789`,
  ])
  return { ...Object.fromEntries(live), MODE: 'production', STAFF_MFA: 'required' }
}

/**
 * The market in workerd with a fresh database of its own, and the sandbox beside it in another process: over HTTP like
 * any client, and beside that the database and the crons.
 */
export async function startService({
  entry = 'src/index.ts',
  data = 'market',
  forBrowser = false,
  inProduction = false,
  settings: told = {},
}: {
  entry?: string
  data?: 'market' | 'demo'
  /** A browser compares names: the service's own addresses keep `localhost`, its pages are there, and passwords hash as slowly as anywhere. */
  forBrowser?: boolean
  /** As deployed: production's mode, with secrets that it takes. */
  inProduction?: boolean
  /** Variables that are to be other than in development. */
  settings?: Record<string, string>
} = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'soko-running-'))
  const ports = { api: await findFreePort(), sandbox: await findFreePort() }
  const host = forBrowser ? 'localhost' : '127.0.0.1'
  const variables = Object.fromEntries(
    Object.entries(readVariables(ports)).map(([name, value]) => {
      // The addresses that the service calls stand under this machine's number: workerd finds it by no other name.
      const isCalled = /_(BASE_URL|JWKS_URL|WEBHOOK_URL)$/.test(name) && !/^(PUBLIC|WEB)_/.test(name)
      return [name, value.replaceAll('//localhost', `//${isCalled ? '127.0.0.1' : host}`)]
    }),
  )
  // Passwords hash quickly in this mode: what is proved is locks, not scrypt.
  if (!forBrowser) variables.MODE = 'test'
  if (inProduction) Object.assign(variables, productionOf(variables))
  Object.assign(variables, told)
  const { PAWAPAY_TOKEN = '', MBIYOPAY_SECRET_KEY = '', MBIYOPAY_WEBHOOK_SECRET = '', SMS_API_KEY = '' } = variables
  const api = `http://${host}:${ports.api}`

  const settings = {
    configPath: 'wrangler.toml',
    script: await bundle(entry, `${dir}/market.mjs`),
    port: ports.api,
    stateDir: `${dir}/market`,
    variables,
  }
  writeDocsAssets()
  if (forBrowser) await buildOffice()
  mkdirSync(settings.stateDir, { recursive: true })
  const sandbox = await startWorker({
    configPath: 'sandbox/wrangler.toml',
    script: await bundle('sandbox/index.ts', `${dir}/sandbox.mjs`),
    port: ports.sandbox,
    stateDir: `${dir}/sandbox`,
    variables: {
      MARKET_BASE_URL: api,
      SETTLE_MS: '50',
      PAWAPAY_TOKEN,
      MBIYOPAY_SECRET_KEY,
      MBIYOPAY_WEBHOOK_SECRET,
      SMS_API_KEY,
    },
  })
  let market: RunningWorker = await startWorker(settings)
  await market.ask({ prepare: data })

  const end = async () => {
    await Promise.allSettled([market.end(), sandbox.end()])
    rmSync(dir, { recursive: true, force: true })
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => end().finally(() => process.exit(130)))

  return {
    api: `${api}/api/v1`,
    /** Address of the service's own pages. */
    pages: api,
    sandbox: `http://${host}:${ports.sandbox}`,
    sql: async <T extends Row = Row>(sql: string, ...values: (string | number | null)[]) =>
      (await market.ask<[T[]]>({ queries: [{ sql, values }] }))[0],
    /** Many queries in one trip; each answers its rows. */
    sqls: (queries: Query[]) => market.ask<Row[][]>({ queries }),
    cron: (cron = '* * * * *') => market.ask<unknown>({ cron }),
    kill: () => market.kill(),
    /** On the same state folder and the same port. */
    restart: async () => {
      market = await startWorker(settings)
      await Promise.all([fetch(`${api}/api/v1/health`), market.ask({ queries: [{ sql: 'SELECT 1', values: [] }] })])
    },
    end,
  }
}
