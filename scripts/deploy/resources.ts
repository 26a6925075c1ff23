import { type Configuration, hostsOf } from './configuration.ts'
import { type Finding, look, missing, unless } from './finding.ts'

export const isPlaceholder = (id: string | undefined) => !id || /^[0-]+$/.test(id)

/** Finds the placeholders with which the project comes: only its owner knows the real values. */
export function checkPlaceholders(config: Configuration): Finding[] {
  const { name, vars, d1_databases, kv_namespaces } = config
  const written = [...Object.entries(vars), ...hostsOf(config).map((host) => ['routes', host] as const)]
  return [
    ...d1_databases.flatMap(({ binding, database_name, database_id }) =>
      unless(
        !isPlaceholder(database_id),
        `database_id of ${binding} is a placeholder`,
        `npx wrangler d1 create ${database_name} --location weur, and write the id that it prints`,
      ),
    ),
    ...kv_namespaces.flatMap(({ binding, id }) =>
      unless(
        !isPlaceholder(id),
        `id of ${binding} is a placeholder`,
        `npx wrangler kv namespace create ${name}-${binding.toLowerCase()}, and write the id that it prints`,
      ),
    ),
    ...written.flatMap(([key, value]) =>
      unless(!/\.example\b/.test(value), `${key} is still "${value}"`, 'write your own domain'),
    ),
    ...unless(
      vars.GOOGLE_CLIENT_IDS,
      'GOOGLE_CLIENT_IDS is empty',
      'write the ids of your clients at Google, or "none" where nobody signs in with it',
    ),
  ]
}

/** Checks that the Worker is placed, that its clock reaches it, and that mail has a way out. */
export function checkBindings({ name, placement, services, send_email, vars }: Configuration): Finding[] {
  const self = services?.find(({ binding }) => binding === 'SELF')
  return [
    ...unless(placement?.region, 'the Worker is not placed', 'name a region under [placement]'),
    ...unless(
      self?.service === name && !self.entrypoint,
      `SELF is bound to "${self?.service}", the Worker is "${name}"`,
      'bind it to the Worker itself, or no job runs',
    ),
    ...unless(
      vars.EMAIL_BASE_URL || send_email.some((binding) => binding.name === 'EMAIL'),
      'there is neither EMAIL nor EMAIL_BASE_URL',
      'bind [[send_email]], or no mail goes out',
    ),
  ]
}

/** Checks that the environments share nothing: staging writes what it likes. */
export function checkSharing(config: Configuration, other: Configuration): Finding[] {
  const taken = thingsOf(other)
  return thingsOf(config)
    .filter((thing) => taken.includes(thing))
    .map((thing) => missing(`${thing} belongs to ${other.name} too`, 'give each environment its own'))
}

const thingsOf = (config: Configuration) => [
  `Worker ${config.name}`,
  ...hostsOf(config).map((host) => `domain ${host}`),
  ...config.d1_databases
    .filter((each) => !isPlaceholder(each.database_id))
    .map((each) => `database ${each.database_id}`),
  ...config.d1_databases.map((each) => `database ${each.database_name}`),
  ...config.kv_namespaces.filter((each) => !isPlaceholder(each.id)).map((each) => `namespace ${each.id}`),
  ...config.r2_buckets.map((each) => `bucket ${each.bucket_name}`),
]

/** Lists plans and switches of the account that wrangler cannot ask for. */
export function remindOfAccount(config: Configuration): Finding[] {
  const { limits, images, send_email, vars } = config
  return [
    look(
      `the zone of ${hostsOf(config)}`,
      'is active in this account; the custom domain makes its own DNS record and certificate',
    ),
    ...(limits ? [look('[limits] and the hashing of passwords', 'need the Workers Paid plan')] : []),
    ...(images
      ? [
          look(
            '[images]',
            'needs transformations switched on for the zone, and the Images Paid plan past 5,000 different ones a month',
          ),
        ]
      : []),
    ...(send_email.length > 0
      ? [
          look(
            `mail from ${vars.EMAIL_FROM}`,
            'needs its domain onboarded to Email Service, and a daily quota asked for in time',
          ),
        ]
      : []),
  ]
}
