import type { Ask } from './account.ts'
import { type Environment, flagOf } from './configuration.ts'
import { migrate } from './migrations.ts'

export type Wrangler = {
  ask: Ask
  /** Shows what it says and takes its questions to the terminal. @throws when it fails */
  run(...args: string[]): Promise<void>
}

export type Plan = {
  environment: Environment
  /** The short name of the commit that is deployed. */
  commit: string
  /** Uploads the version without giving it traffic. */
  gradually?: boolean
  /** An address for alerts that is not to be read in wrangler.toml. */
  alertWebhookUrl?: string | undefined
}

/** How the Worker is bundled for Cloudflare, beside what wrangler.toml says. */
export const BUNDLING = ['--minify']

/**
 * Notes where the database is, migrates it, and deploys. In this order: the new version needs the new tables, and what was
 * noted is from before them. The note stays with the version: `wrangler versions list` shows it to everybody.
 * @throws before anything was changed where the database cannot say where it is
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
