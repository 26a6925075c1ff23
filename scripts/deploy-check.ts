/** `npm run deploy:check [-- --env staging] [--secrets FILE]`: lists everything that is still missing before a deployment. */
import { readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { checkEnvironment, describeFindings } from './deploy/check.ts'
import { environmentOf } from './deploy/configuration.ts'
import { wranglerOfAccount } from './deploy/wrangler.ts'

const { values } = parseArgs({ options: { env: { type: 'string' }, secrets: { type: 'string' } } })
const environment = environmentOf(values.env)
const secrets = values.secrets === undefined ? undefined : parseEnv(readFileSync(values.secrets, 'utf8'))
const { isReady, text } = describeFindings(
  environment,
  await checkEnvironment(environment, wranglerOfAccount.ask, secrets),
)
console.log(text)
process.exitCode = isReady ? 0 : 1
