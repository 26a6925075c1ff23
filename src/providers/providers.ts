import { connectGateways, type GatewaysEnv, type SharedCalls } from './connect-gateways.ts'
import { type Email, type EmailBinding, email } from './email.ts'
import type { Gateway } from './gateway.ts'
import type { GatewayId } from './gateways.ts'
import { type Google, google } from './google.ts'
import { postmark } from './postmark.ts'
import { type Sms, sms } from './sms.ts'
import { type Turnstile, turnstile } from './turnstile.ts'
import { twilio } from './twilio.ts'
import { type Webhook, webhook } from './webhook.ts'

/** Everything outside the house. */
export type Providers = {
  gateways: Record<GatewayId, Gateway>
  sms: Sms
  email: Email
  /** Stand in for the first, if they are named. */
  secondSms?: Sms | undefined
  secondEmail?: Email | undefined
  google: Google
  /** Undefined if nobody is asked to show that they are no machine. */
  turnstile: Turnstile | undefined
  /** Undefined if people are told by mail alone. */
  webhook: Webhook | undefined
}

type ProvidersEnv = GatewaysEnv & {
  SMS_BASE_URL: string
  SMS_USERNAME: string
  SMS_SENDER?: string
  SMS_API_KEY: string
  SMS_FALLBACK_BASE_URL?: string
  SMS_FALLBACK_ACCOUNT?: string
  SMS_FALLBACK_SENDER?: string
  SMS_FALLBACK_TOKEN?: string
  EMAIL?: EmailBinding
  EMAIL_FROM: string
  EMAIL_BASE_URL?: string
  EMAIL_FALLBACK_BASE_URL?: string
  EMAIL_FALLBACK_TOKEN?: string
  GOOGLE_JWKS_URL: string
  GOOGLE_CLIENT_IDS: string
  /** The address of our pages. */
  WEB_BASE_URL: string
  TURNSTILE_VERIFY_URL: string
  TURNSTILE_SECRET?: string
  ALERT_WEBHOOK_URL?: string
}

/** Connects every adapter as the environment says. It calls nobody, so it costs nothing to do for each request. */
export function connectProviders(env: ProvidersEnv, shared: SharedCalls = {}): Providers {
  const { keyCache: _, ...calls } = shared
  return {
    gateways: connectGateways(env, shared),
    sms: sms({
      ...calls,
      baseUrl: env.SMS_BASE_URL,
      username: env.SMS_USERNAME,
      apiKey: env.SMS_API_KEY,
      ...(env.SMS_SENDER && { sender: env.SMS_SENDER }),
    }),
    email: email({
      ...calls,
      from: env.EMAIL_FROM,
      ...(env.EMAIL && { binding: env.EMAIL }),
      ...(env.EMAIL_BASE_URL && { baseUrl: env.EMAIL_BASE_URL }),
    }),
    secondSms: env.SMS_FALLBACK_TOKEN
      ? twilio({
          ...calls,
          baseUrl: env.SMS_FALLBACK_BASE_URL ?? '',
          account: env.SMS_FALLBACK_ACCOUNT ?? '',
          sender: env.SMS_FALLBACK_SENDER ?? '',
          token: env.SMS_FALLBACK_TOKEN,
        })
      : undefined,
    secondEmail: env.EMAIL_FALLBACK_TOKEN
      ? postmark({
          ...calls,
          baseUrl: env.EMAIL_FALLBACK_BASE_URL ?? '',
          from: env.EMAIL_FROM,
          token: env.EMAIL_FALLBACK_TOKEN,
        })
      : undefined,
    google: google({
      ...calls,
      jwksUrl: env.GOOGLE_JWKS_URL,
      clientIds: env.GOOGLE_CLIENT_IDS.split(',').filter(Boolean),
    }),
    turnstile: env.TURNSTILE_SECRET
      ? turnstile({
          ...calls,
          verifyUrl: env.TURNSTILE_VERIFY_URL,
          secret: env.TURNSTILE_SECRET,
          hostname: new URL(env.WEB_BASE_URL).hostname,
        })
      : undefined,
    webhook: env.ALERT_WEBHOOK_URL ? webhook({ ...calls, url: env.ALERT_WEBHOOK_URL }) : undefined,
  }
}
