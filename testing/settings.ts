import type { Ctx } from '#domain/core/context.ts'

/** Settings of the environment if the domain runs in this process: passwords hash quickly. */
export const SETTINGS: Ctx['settings'] = {
  publicBaseUrl: 'https://soko.test',
  codeSecret: 'simulated-code-secret-0123456789',
  jwtSecret: 'simulated-jwt-secret-0123456789ab',
  jwtSecretPrevious: undefined,
  passwordCost: 2,
  passwordRestMs: 0,
  sealKeys: [{ version: 1, secret: 'seal-key-0123456789abcdef' }],
  staffMfa: 'optional',
  webBaseUrl: 'https://soko.test',
  sms: { countries: ['243', '250'], dailyMax: 5000 },
  mail: { dailyMax: 20_000 },
  sealAfter: { end: 90 * 86_400_000, need: 7 * 86_400_000, month: 90 * 86_400_000 },
  relyingParty: { id: 'soko.test', origins: ['https://soko.test'] },
}
