export const MARKET = 'http://localhost:8787'

/** Secrets that the Worker under test and the sandbox must both know. */
export const SHARED_SECRETS = {
  PAWAPAY_TOKEN: 'test-pawapay-token',
  MBIYOPAY_SECRET_KEY: 'test-mbiyopay-secret',
  MBIYOPAY_WEBHOOK_SECRET: 'test-mbiyopay-webhook',
  SMS_API_KEY: 'test-sms-key',
}

/** The sandbox of the tests: quicker phones than in `npm run dev`. */
export const SANDBOX_BINDINGS = {
  ...SHARED_SECRETS,
  MARKET_BASE_URL: MARKET,
  SETTLE_MS: '50',
  GOOGLE_CLIENT_ID: 'test-google-client',
}

/** The settings of the Worker under test. */
export const BINDINGS = {
  ...SHARED_SECRETS,
  MODE: 'test',
  PROVIDER_TIMEOUT_MS: '1000',
  PUBLIC_BASE_URL: MARKET,
  ALLOWED_ORIGINS: MARKET,
  JWT_SECRET: 'test-jwt-secret-0123456789abcdef',
  CODE_SECRET: 'test-code-secret-0123456789abcdef',
  SEAL_KEYS: '2:test-seal-key-fedcba9876543210,1:test-seal-key-0123456789abcdef',
  STAFF_MFA: 'optional',
  WEB_BASE_URL: 'https://soko.test',
  PASSKEY_RP_ID: 'localhost',
  PAWAPAY_BASE_URL: 'https://pawapay.test',
  MBIYOPAY_BASE_URL: 'https://mbiyopay.test/api/v1',
  SMS_BASE_URL: 'https://sms.test',
  SMS_USERNAME: 'soko',
  SMS_SENDER: 'SOKO',
  EMAIL_FROM: 'ne-pas-repondre@soko.test',
  EMAIL_BASE_URL: 'https://email.test',
  GOOGLE_JWKS_URL: 'https://google.test/google/certs',
  GOOGLE_CLIENT_IDS: 'test-google-client,test-google-phones',
  TURNSTILE_VERIFY_URL: 'https://turnstile.test/turnstile/v0/siteverify',
  ALERT_WEBHOOK_URL: 'https://alerts.test/webhook/alerts',
}
