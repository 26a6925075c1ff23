import { readFileSync } from 'node:fs'
import type { Ask } from './account.ts'
import { type Environment, flagOf } from './configuration.ts'
import { migrate } from './migrations.ts'

export type Wrangler = {
  ask: Ask
  /** Runs wrangler with its output and its questions on the terminal. @throws if it fails */
  run(...args: string[]): Promise<void>
}

export type Plan = {
  environment: Environment
  /** The short name of the deployed commit. */
  commit: string
  /** If true, the version is uploaded without traffic. */
  gradually?: boolean
  /** An address for alerts that must not stand in wrangler.toml. */
  alertWebhookUrl?: string | undefined
}

/** Most KiB of the uploaded script, gzipped: 1.37 for each operation of the service. A larger one starts more slowly. */
export const mostBundleKib = () => {
  const operations = readFileSync('test/contract/operations.tsv', 'utf8').trim().split('\n').length - 1
  return 1.37 * operations
}
/** Options with which the Worker is bundled for Cloudflare, beside those of wrangler.toml. */
export const BUNDLING = ['--minify']

/**
 * Notes the database's bookmark, migrates it, and deploys, in this order: the new version needs the new tables, and the
 * bookmark must be from before them.
 * The bookmark stays with the version: `wrangler versions list` shows it to everybody.
 * @throws before anything is changed, if the database gives no bookmark
 */
export async function deploy(
  wrangler: Wrangler,
  { environment, commit, gradually, alertWebhookUrl }: Plan,
  say: (text: string) => void,
) {
  const { ask, run } = wrangler
  const flag = flagOf(environment)
  const answer = await ask('d1', 'time-travel', 'info', 'DB', '--json', flag)
  const bookmark = 'printed' in answer ? /"bookmark":\s*"([\w-]+)"/.exec(answer.printed)?.[1] : undefined
  if (!bookmark) throw new Error(`The database names no bookmark, nothing was changed: ${JSON.stringify(answer)}`)
  say(`Before this deployment the database is at ${bookmark}. Back to it, in a disaster only, within 30 days:
  npx wrangler d1 time-travel restore DB --bookmark ${bookmark} ${flag}`)
  await migrate(wrangler, flag)
  const upload = gradually ? ['versions', 'upload'] : ['deploy']
  const vars = alertWebhookUrl ? ['--var', `ALERT_WEBHOOK_URL:${alertWebhookUrl}`] : []
  await run(
    ...upload,
    flag,
    ...BUNDLING,
    ...vars,
    '--tag',
    commit,
    '--message',
    `${commit}, before it D1 at ${bookmark}`,
  )
  if (gradually) say(`Uploaded, without traffic. To give it some: npx wrangler versions deploy ${flag}`)
}
