import type { Env } from '../env.ts'
import { Failure } from '../kernel/failure.ts'

const SECRETS = [
  'JWT_SECRET',
  'CODE_SECRET',
  'SEAL_KEYS',
  'PAWAPAY_TOKEN',
  'MBIYOPAY_SECRET_KEY',
  'MBIYOPAY_WEBHOOK_SECRET',
  'SMS_API_KEY',
] as const

/** Production refuses to serve without its secrets, or with one that is written in this repository. */
export function startFailure(env: Env): Failure | undefined {
  if (env.MODE === 'development' || env.MODE === 'test') return undefined
  const unfit = SECRETS.filter((name) => !env[name] || /(^|[:,])dev-/.test(env[name]) || env[name].length < 8)
  if (unfit.length === 0) return undefined
  console.error('refusing to serve: missing or development secrets', unfit.join(', '))
  return new Failure('GATEWAY_UNAVAILABLE', { message: "Le service n'est pas configuré." })
}
