import { type Ask, checkAccount } from './account.ts'
import { checkAddresses, checkOutside, checkSandbox } from './addresses.ts'
import { type Configuration, type Environment, readConfiguration } from './configuration.ts'
import type { Finding } from './finding.ts'
import { checkBindings, checkPlaceholders, checkSharing, remindOfAccount } from './resources.ts'
import { checkSecretValues } from './secrets.ts'

/** All findings that the files alone give about a deployment to an environment. */
export const checkConfiguration = (
  config: Configuration,
  environment: Environment,
  { other, sandbox }: { other: Configuration; sandbox: Configuration },
): Finding[] => [
  ...checkPlaceholders(config),
  ...checkAddresses(config),
  ...checkOutside(config, environment),
  ...(environment === 'staging' ? checkSandbox(config, sandbox) : []),
  ...checkBindings(config),
  ...checkSharing(config, other),
]

/**
 * All findings about an environment before it is deployed, from the files and from the account.
 * @param values the values of the secrets, if they are at hand
 */
export async function checkEnvironment(
  environment: Environment,
  ask: Ask,
  values?: Record<string, string | undefined>,
): Promise<Finding[]> {
  const config = readConfiguration(environment)
  const other = readConfiguration(environment === 'staging' ? 'production' : 'staging')
  const sandbox = readConfiguration('staging', 'sandbox/wrangler.toml')
  return [
    ...checkConfiguration(config, environment, { other, sandbox }),
    ...(values ? checkSecretValues(values) : []),
    ...(await checkAccount(config, environment, ask)),
    ...remindOfAccount(config),
  ]
}

const MARKS = { missing: '✗', unasked: '?', look: '·' }

/** Describes findings, one line each, those that stop the deployment first; `isReady` if none does. */
export function describeFindings(environment: Environment, findings: Finding[]): { isReady: boolean; text: string } {
  const count = findings.filter(({ kind }) => kind === 'missing').length
  const lines = (['missing', 'unasked', 'look'] as const).flatMap((wanted) =>
    findings.filter(({ kind }) => kind === wanted).map(({ what, todo }) => `  ${MARKS[wanted]} ${what}: ${todo}`),
  )
  const verdict = count === 0 ? 'nothing is missing' : `${count} ${count === 1 ? 'thing is' : 'things are'} missing`
  return { isReady: count === 0, text: [`${environment}: ${verdict}.`, ...lines].join('\n') }
}
