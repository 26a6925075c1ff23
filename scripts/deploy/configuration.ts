import { unstable_readConfig as readConfig } from 'wrangler'

/** Production is the top of wrangler.toml; staging stands there under its name. */
export type Environment = 'production' | 'staging'

/** The part of wrangler's configuration that is checked before a deployment, inherited settings included. */
export type Configuration = {
  name: string
  vars: Record<string, string>
  routes?: (string | { pattern: string })[]
  placement?: { mode?: string; region?: string }
  limits?: { cpu_ms?: number }
  services?: { binding: string; service: string; entrypoint?: string }[]
  d1_databases: { binding: string; database_name: string; database_id: string }[]
  kv_namespaces: { binding: string; id?: string }[]
  r2_buckets: { binding: string; bucket_name: string }[]
  send_email: { name: string }[]
  images?: { binding: string }
  secrets?: { required?: string[] }
}

/** The configuration that wrangler would deploy to an environment. */
export const readConfiguration = (environment: Environment, path = 'wrangler.toml'): Configuration =>
  readConfig(
    { config: path, ...(environment === 'staging' && { env: environment }) },
    { hideWarnings: true },
  ) as unknown as Configuration

/** Names the environment to wrangler, which warns if it has to guess. */
export const flagOf = (environment: Environment) => `--env=${environment === 'staging' ? environment : ''}`

/** The environment that `--env` names; production without it. @throws for any other */
export function environmentOf(name: string | undefined): Environment {
  if (name === undefined || name === '' || name === 'production') return 'production'
  if (name === 'staging') return name
  throw new Error(`--env ${name}: there are production, which is the default, and staging.`)
}

export const hostsOf = ({ routes = [] }: Configuration) =>
  routes.map((route) => (typeof route === 'string' ? route : route.pattern))
