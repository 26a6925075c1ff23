import type { ApprovalConfirm } from './durable-objects/approval-confirm.ts'
import type { PayinWindow } from './durable-objects/payin-window.ts'
import type { PersonSockets } from './durable-objects/person-sockets.ts'
import type { VariantStock } from './durable-objects/variant-stock.ts'

/** Everything wrangler.toml binds, and the secrets it requires. */
export type Env = {
  DB: D1Database
  /** Rate-limit counters and blocked addresses. */
  LIMITS: KVNamespace
  /** Pictures of products. */
  MEDIA: R2Bucket
  /** Makes pictures smaller; without it the original is shown. */
  IMAGES?: ImagesBinding
  /** The files of assets/; of them the Worker sends the OpenAPI document itself. */
  ASSETS: Fetcher
  /** Sends mail; missing if mail goes over HTTP (EMAIL_BASE_URL). */
  EMAIL?: SendEmail
  /** Backups of the database; private (docs/restore.md). */
  BACKUP: R2Bucket
  /** This Worker, placed beside the database: the clock's jobs run there (src/cron/placed.ts). */
  SELF: Fetcher
  APPROVAL_CONFIRM: DurableObjectNamespace<ApprovalConfirm>
  VARIANT_STOCK: DurableObjectNamespace<VariantStock>
  PAYIN_WINDOW: DurableObjectNamespace<PayinWindow>
  PERSON_SOCKETS: DurableObjectNamespace<PersonSockets>

  MODE: 'production' | 'development' | 'test'
  /** `sandbox` if nothing outside is real: staging. */
  OUTSIDE?: 'real' | 'sandbox'
  /** Our address for the gateways: their callbacks are built on it. */
  PUBLIC_BASE_URL: string
  /** Origins whose pages may use cookies, comma-separated. */
  ALLOWED_ORIGINS: string
  JWT_SECRET: string
  /** The key before it: tokens that it signed are accepted while keys rotate. */
  JWT_SECRET_PREVIOUS?: string
  /** The key of the hashes of one-time codes and refresh tokens. */
  CODE_SECRET: string
  /** The key before it: hashes that it made are accepted while keys rotate. */
  CODE_SECRET_PREVIOUS?: string
  /** Keys that encrypt authenticators' seeds and numbers of identity papers: `2:newest,1:older`. An older key stays for as long as one is sealed with it. */
  SEAL_KEYS: string
  /** `optional` if the team may work without a second factor: production refuses to start with it. */
  STAFF_MFA?: 'required' | 'optional'
  /** The web pages of the market: links in mails lead there. */
  WEB_BASE_URL: string
  /** The domain that passkeys are bound to. */
  PASSKEY_RP_ID: string

  PAWAPAY_BASE_URL: string
  PAWAPAY_TOKEN: string
  MBIYOPAY_BASE_URL: string
  MBIYOPAY_SECRET_KEY: string
  MBIYOPAY_WEBHOOK_SECRET: string
  SMS_BASE_URL: string
  SMS_USERNAME: string
  SMS_SENDER?: string
  SMS_API_KEY: string
  /** The second provider of SMS, another company's, if its token is set: its account, sender and address. */
  SMS_FALLBACK_TOKEN?: string
  SMS_FALLBACK_ACCOUNT?: string
  SMS_FALLBACK_SENDER?: string
  SMS_FALLBACK_BASE_URL?: string
  /** Dialling codes that get SMS, comma-separated: `+243,+250`. */
  SMS_COUNTRIES: string
  /** SMS that all of the service may send in a day. */
  SMS_DAILY_MAX: string
  /** Mails that all of the service may send in a day, 20,000 if it is not set; alarms of the service go beside them. */
  MAIL_DAILY_MAX?: string
  EMAIL_FROM: string
  /** Set if mail goes over HTTP instead of the EMAIL binding: development and tests. */
  EMAIL_BASE_URL?: string
  /** The second provider of mail, if its token is set. It sends from EMAIL_FROM too. */
  EMAIL_FALLBACK_TOKEN?: string
  EMAIL_FALLBACK_BASE_URL?: string
  /** The time that a provider has for an answer, in ms; each adapter's own time if it is not set. */
  PROVIDER_TIMEOUT_MS?: string
  /** The key pair of Web Push, a JWK; browsers get no pushes without it. */
  VAPID_JWK?: string
  /** Our address for push services: `mailto:`. */
  VAPID_SUBJECT: string
  /** Set if Web Push goes here instead of the push services: development, tests and staging. */
  WEB_PUSH_BASE_URL?: string
  /** The key of Firebase's service account, JSON; apps get no pushes without it. */
  FCM_SERVICE_ACCOUNT?: string
  FCM_BASE_URL: string
  GOOGLE_TOKEN_URL: string
  GOOGLE_JWKS_URL: string
  /** Our clients at Google, comma-separated; empty if nobody signs in with it. */
  GOOGLE_CLIENT_IDS: string
  TURNSTILE_VERIFY_URL: string
  /** Set if people who create an account must show first that they are no machine. */
  TURNSTILE_SECRET?: string
  /** Gets a line for each incident of the service, and when it is not ready and ready again; empty if nobody wants it. */
  ALERT_WEBHOOK_URL?: string
}
