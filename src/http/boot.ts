import type { Env } from '../env.ts'
import { Failure } from '../kernel/failure.ts'
import { readServiceAccount, readVapidKeys } from '../kernel/push/keys.ts'
import { report } from '../kernel/report.ts'

const SECRETS = [
  'JWT_SECRET',
  'CODE_SECRET',
  'SEAL_KEYS',
  'PAWAPAY_TOKEN',
  'MBIYOPAY_SECRET_KEY',
  'MBIYOPAY_WEBHOOK_SECRET',
  'SMS_API_KEY',
] as const
/** Secrets that are checked only if they are set. */
const OPTIONAL = [
  'JWT_SECRET_PREVIOUS',
  'CODE_SECRET_PREVIOUS',
  'TURNSTILE_SECRET',
  'SMS_FALLBACK_TOKEN',
  'EMAIL_FALLBACK_TOKEN',
] as const

/** Variables and secrets by name, and whatever else is bound. */
type Texts = Record<string, unknown>

const LEAST_LENGTH = 32

/** Unfit names found for each environment: no environment changes while its Worker runs. */
const found = new WeakMap<Env, string[]>()

/**
 * The refusal of production to serve: for secrets that are missing, short, equal, or written in this repository
 * (`dev-`, `test-`), settings that bound nothing, and an outside that is half real.
 * Staging is held to the same rules: it is production with OUTSIDE = "sandbox".
 */
export function startFailure(env: Env): Failure | undefined {
  if (env.MODE === 'development' || env.MODE === 'test') return undefined
  const unfit = found.get(env) ?? [...unfitSecrets(env), ...unfitSettings(env), ...unfitAddresses(env)]
  found.set(env, unfit)
  if (unfit.length === 0) return undefined
  const failure = new Failure('GATEWAY_UNAVAILABLE', { message: "Le service n'est pas configuré." })
  report('refusing to serve', { unfit: unfit.join(', ') }, failure)
  return failure
}

/** The names of secrets that are missing, short, equal to another one or of development, and of keys of pushes that are none. */
export function unfitSecrets(texts: Texts): string[] {
  const named = [...SECRETS, ...OPTIONAL.filter((name) => texts[name] !== undefined)].flatMap((name) =>
    valuesOf(name, String(texts[name] ?? '')).map((value) => ({ name, value })),
  )
  const isUnfit = ({ value }: { value: string }) =>
    value.length < LEAST_LENGTH ||
    /^(dev|test)-/.test(value) ||
    named.filter((other) => other.value === value).length > 1
  return [...new Set(named.filter(isUnfit).map(({ name }) => name)), ...unfitPushKeys(texts)]
}

/**
 * The names of unfit settings: those that would let SMS or mail go anywhere or without end, or staff in without a
 * second factor, and those that a second provider with a token lacks.
 */
export function unfitSettings(texts: Texts): string[] {
  const text = (name: string, unset = '') => String(texts[name] ?? unset)
  const fits: Record<string, boolean> = {
    SMS_COUNTRIES: /^\+\d{1,3}(,\+\d{1,3})*$/.test(text('SMS_COUNTRIES')),
    SMS_DAILY_MAX: /^\d{1,7}$/.test(text('SMS_DAILY_MAX')),
    MAIL_DAILY_MAX: /^\d{1,7}$/.test(text('MAIL_DAILY_MAX', '20000')),
    STAFF_MFA: text('STAFF_MFA', 'required') === 'required',
    VAPID_SUBJECT: /^mailto:[^@\s]+@[^@\s]+$/.test(text('VAPID_SUBJECT')),
    ...(texts.SMS_FALLBACK_TOKEN !== undefined && {
      SMS_FALLBACK_ACCOUNT: /^AC[0-9a-f]{32}$/.test(text('SMS_FALLBACK_ACCOUNT')),
      SMS_FALLBACK_SENDER: text('SMS_FALLBACK_SENDER') !== '',
      SMS_FALLBACK_BASE_URL: URL.canParse(text('SMS_FALLBACK_BASE_URL')),
    }),
    ...(texts.EMAIL_FALLBACK_TOKEN !== undefined && {
      EMAIL_FALLBACK_BASE_URL: URL.canParse(text('EMAIL_FALLBACK_BASE_URL')),
    }),
  }
  return Object.keys(fits).filter((name) => !fits[name])
}

/**
 * The names of addresses that lead to the wrong world. In the real world none is a sandbox; in staging all, mail too,
 * are one sandbox, so that no real money, SMS or mail is touched. A sandbox is a host with that word as a part.
 */
export function unfitAddresses(texts: Texts): string[] {
  const outside = Object.entries(texts).filter(
    ([name, value]) => name.endsWith('_URL') && !OURS.includes(name) && typeof value === 'string' && value !== '',
  ) as [name: string, address: string][]
  const namesWhere = (isUnfit: (address: string) => boolean) =>
    outside.filter(([, address]) => isUnfit(address)).map(([name]) => name)
  if ((texts.OUTSIDE ?? 'real') === 'real') return namesWhere(isSandbox)
  if (texts.OUTSIDE !== 'sandbox') return ['OUTSIDE']
  const mail = String(texts.EMAIL_BASE_URL ?? '')
  // Without an address, mail would go through the binding, and pushes to the makers of browsers.
  const real = ['EMAIL_BASE_URL', 'WEB_PUSH_BASE_URL'].filter((name) => !isSandbox(String(texts[name] ?? '')))
  if (real.length > 0) return real
  return namesWhere((address) => !isSandbox(address) || new URL(address).origin !== new URL(mail).origin)
}

const PUSH_KEYS = { VAPID_JWK: readVapidKeys, FCM_SERVICE_ACCOUNT: readServiceAccount }
/** The names of keys of pushes that cannot be read, or are of development: JSON, which says so in itself. */
const unfitPushKeys = (texts: Texts): string[] =>
  Object.entries(PUSH_KEYS)
    .filter(([name, read]) => {
      const key = texts[name]
      return key !== undefined && (read(String(key)) === undefined || /"(dev|test)-/.test(String(key)))
    })
    .map(([name]) => name)

/** Our own addresses, and the address that is told when something breaks. */
const OURS = ['PUBLIC_BASE_URL', 'WEB_BASE_URL', 'ALERT_WEBHOOK_URL']
const isSandbox = (address: string) =>
  URL.canParse(address) && new URL(address).hostname.split(/[.-]/).includes('sandbox')

/** Splits SEAL_KEYS, one text with a version before each key, into its keys. */
const valuesOf = (name: string, text: string) =>
  name === 'SEAL_KEYS' ? text.split(',').map((key) => key.trim().replace(/^\d+:/, '')) : [text]
