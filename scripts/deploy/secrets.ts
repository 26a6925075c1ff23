import { unfitSecrets } from '#http/boot.ts'
import { type Configuration, type Environment, flagOf } from './configuration.ts'
import { type Finding, missing, unless } from './finding.ts'

/** The required secrets that the Worker does not have. */
export const checkSecretNames = (config: Configuration, environment: Environment, set: string[]): Finding[] =>
  (config.secrets?.required ?? [])
    .filter((name) => !set.includes(name))
    .map((name) => missing(`secret ${name} is not set`, `npx wrangler secret put ${name} ${flagOf(environment)}`))

/** Checks the values of secrets by the rules with which the Worker itself starts: once they are set, nobody can read them. */
export function checkSecretValues(values: Record<string, string | undefined>): Finding[] {
  const versions = (values.SEAL_KEYS ?? '').split(',').map((key) => /^\s*(\d+):\S+\s*$/.exec(key)?.[1])
  return [
    ...unfitSecrets(values).map((name) =>
      missing(
        `${name} is missing, short, of development, or equal to another secret`,
        'make one: openssl rand -base64 48',
      ),
    ),
    ...unless(
      versions.every(Boolean) && new Set(versions).size === versions.length,
      'SEAL_KEYS is no list of version:key',
      'write 1: and a key; when it changes 2:new,1:old, each version once',
    ),
  ]
}
