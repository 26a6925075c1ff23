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
/** Checked where they are set. */
const OPTIONAL = ['JWT_SECRET_PREVIOUS', 'CODE_SECRET_PREVIOUS', 'TURNSTILE_SECRET'] as const

const LEAST_LENGTH = 32

/** What was found of each environment: nothing of one changes while its Worker runs. */
const found = new WeakMap<Env, string[]>()

/**
 * Production refuses to serve without its secrets, or with one that is short, that another one is too, or that is written
 * in this repository: those of development, of tests and of the sandbox begin with `dev-` or `test-`. So it does with
 * settings that would let SMS go anywhere or without end, or staff in without a second factor.
 */
export function startFailure(env: Env): Failure | undefined {
  if (env.MODE === 'development' || env.MODE === 'test') return undefined
  const unfit = found.get(env) ?? [...unfitSecrets(env), ...unfitSettings(env)]
  found.set(env, unfit)
  if (unfit.length === 0) return undefined
  console.error('refusing to serve: missing, short, equal or development secrets, or bad settings', unfit.join(', '))
  return new Failure('GATEWAY_UNAVAILABLE', { message: "Le service n'est pas configuré." })
}

function unfitSecrets(env: Env): string[] {
  const named = [...SECRETS, ...OPTIONAL.filter((name) => env[name] !== undefined)].flatMap((name) =>
    valuesOf(name, env[name] ?? '').map((value) => ({ name, value })),
  )
  const isUnfit = ({ value }: { value: string }) =>
    value.length < LEAST_LENGTH ||
    /^(dev|test)-/.test(value) ||
    named.filter((other) => other.value === value).length > 1
  return [...new Set(named.filter(isUnfit).map(({ name }) => name))]
}

function unfitSettings({ SMS_COUNTRIES, SMS_DAILY_MAX, STAFF_MFA }: Env): string[] {
  return [
    ...(/^\+\d{1,3}(,\+\d{1,3})*$/.test(SMS_COUNTRIES ?? '') ? [] : ['SMS_COUNTRIES']),
    ...(/^\d{1,7}$/.test(SMS_DAILY_MAX ?? '') ? [] : ['SMS_DAILY_MAX']),
    ...((STAFF_MFA ?? 'required') === 'required' ? [] : ['STAFF_MFA']),
  ]
}

/** The keys of seeds stand in one text, each behind its version. */
const valuesOf = (name: string, text: string) =>
  name === 'SEAL_KEYS' ? text.split(',').map((key) => key.trim().replace(/^\d+:/, '')) : [text]
