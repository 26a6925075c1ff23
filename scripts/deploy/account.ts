import { type Configuration, type Environment, flagOf } from './configuration.ts'
import { type Finding, missing, unless } from './finding.ts'
import { isPlaceholder } from './resources.ts'
import { checkSecretNames } from './secrets.ts'

/** Runs wrangler while nobody can answer its questions. @returns its output, or the reason of its failure */
export type Ask = (...args: string[]) => Promise<{ printed: string } | { failed: string }>

/**
 * Checks what only the account knows: secrets, buckets, and the places of database and buckets. Offline it reports that
 * it could not ask.
 */
export async function checkAccount(config: Configuration, environment: Environment, ask: Ask): Promise<Finding[]> {
  const who = await ask('whoami', '--json')
  if ('failed' in who) {
    const what = 'the account could not be asked for secrets, buckets and the database'
    return [{ kind: 'unasked', what, todo: 'npx wrangler login, or set CLOUDFLARE_API_TOKEN, and run this again' }]
  }
  const flag = flagOf(environment)
  const [secrets, ...places] = await Promise.all([
    ask('secret', 'list', flag),
    ...config.d1_databases.map((database) => checkDatabase(database, flag, ask)),
    ...config.r2_buckets.map((bucket) => checkBucket(bucket.bucket_name, flag, ask)),
  ])
  // A Worker that was never deployed has no list, so all its secrets are missing.
  const set = 'printed' in secrets ? (jsonIn<{ name: string }[]>(secrets.printed) ?? []).map(({ name }) => name) : []
  return [...checkSecretNames(config, environment, set), ...places.flat()]
}

async function checkDatabase(
  { database_name, database_id }: Configuration['d1_databases'][number],
  flag: string,
  ask: Ask,
): Promise<Finding[]> {
  if (isPlaceholder(database_id)) return []
  const answer = await ask('d1', 'info', database_name, '--json', flag)
  if ('failed' in answer)
    return [missing(`database ${database_name}: ${answer.failed}`, 'write the name and the id of one that is there')]
  const { uuid, running_in_region } = jsonIn<{ uuid?: string; running_in_region?: string }>(answer.printed) ?? {}
  return [
    ...unless(uuid === database_id, `database ${database_name} has the id ${uuid}`, 'write it as database_id'),
    ...unless(
      !running_in_region || isWestEurope(running_in_region),
      `database ${database_name} is in ${running_in_region}`,
      'while it is empty, delete it and create it with --location weur: it never moves',
    ),
  ]
}

async function checkBucket(name: string, flag: string, ask: Ask): Promise<Finding[]> {
  const answer = await ask('r2', 'bucket', 'info', name, '--json', flag)
  if ('failed' in answer)
    return [missing(`bucket ${name}: ${answer.failed}`, `npx wrangler r2 bucket create ${name} --location weur`)]
  const { location } = jsonIn<{ location?: string }>(answer.printed) ?? {}
  return unless(
    !location || location === '(unknown)' || isWestEurope(location),
    `bucket ${name} is in ${location}`,
    'while it is empty, use another name with --location weur: a hint counts only the first time that a name is used',
  )
}

const isWestEurope = (place: string) => place.toUpperCase() === 'WEUR'

/** The JSON in a command's output, behind any other lines. */
function jsonIn<T>(printed: string): T | undefined {
  const start = printed.search(/^[[{]/m)
  try {
    return start < 0 ? undefined : (JSON.parse(printed.slice(start)) as T)
  } catch {
    return undefined
  }
}
