/** `npm run deploy [-- --env staging] [--gradually]`: checks, notes the bookmark of the database, migrates it, deploys. */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { checkEnvironment, describeFindings } from './deploy/check.ts'
import { environmentOf } from './deploy/configuration.ts'
import { deploy } from './deploy/steps.ts'
import { wranglerOfAccount } from './deploy/wrangler.ts'

const { values } = parseArgs({ options: { env: { type: 'string' }, gradually: { type: 'boolean', default: false } } })
const environment = environmentOf(values.env)
const { isReady, text } = describeFindings(environment, await checkEnvironment(environment, wranglerOfAccount.ask))
console.log(text)
const uncommitted = execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], { encoding: 'utf8' }).trim()
if (uncommitted) console.log(`Commit this first: a version is named by its commit.\n${uncommitted}`)
if (isReady && !uncommitted) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const alertWebhookUrl = process.env.ALERT_WEBHOOK_URL
  const plan = { environment, commit, gradually: values.gradually, alertWebhookUrl }
  await deploy(wranglerOfAccount, plan, console.log)
} else {
  console.log('Nothing was uploaded.')
  process.exitCode = 1
}
