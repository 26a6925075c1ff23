import { type Configuration, type Environment, readConfiguration } from '../../scripts/deploy/configuration.ts'

export const BOTH = ['production', 'staging'] as const
export const read = { production: readConfiguration('production'), staging: readConfiguration('staging') }
export const readSandbox = readConfiguration('staging', 'sandbox/wrangler.toml')
export const otherOf = (environment: Environment) => (environment === 'staging' ? 'production' : 'staging')

/** A configuration as its owner leaves it: with a domain, ids and a client at Google. */
function filled(config: Configuration, digit: string): Configuration {
  const own = JSON.parse(JSON.stringify(config).replaceAll('soko.example', 'soko.cd')) as Configuration
  for (const database of own.d1_databases) database.database_id = `${digit}0000000-0000-4000-8000-000000000000`
  for (const namespace of own.kv_namespaces) namespace.id = digit.repeat(32)
  own.vars.GOOGLE_CLIENT_IDS ||= '123.apps.googleusercontent.com'
  return own
}
export const fit = { production: filled(read.production, '1'), staging: filled(read.staging, '2') }
export const sandbox = filled(readSandbox, '3')
