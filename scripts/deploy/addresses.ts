import { unfitAddresses, unfitSettings } from '#http/boot.ts'
import { type Configuration, type Environment, hostsOf } from './configuration.ts'
import { type Finding, missing, unless } from './finding.ts'

/** Checks that browsers, gateways and passkeys use the address that is routed. */
export function checkAddresses(config: Configuration): Finding[] {
  const {
    PUBLIC_BASE_URL = '',
    WEB_BASE_URL = '',
    ALLOWED_ORIGINS = '',
    PASSKEY_RP_ID = '',
    EMAIL_FROM = '',
  } = config.vars
  const api = originOf(PUBLIC_BASE_URL)
  const routed = hostsOf(config).join()
  const origins = ALLOWED_ORIGINS.split(',')
  const isUnder = (origin: string) => `.${new URL(origin).hostname}`.endsWith(`.${PASSKEY_RP_ID}`)
  return [
    ...unless(
      api && api === PUBLIC_BASE_URL,
      `PUBLIC_BASE_URL is "${PUBLIC_BASE_URL}"`,
      'write https:// and a host, without a path or a slash at its end',
    ),
    ...unless(
      api && routed === new URL(api).host,
      `routes lead to "${routed}", PUBLIC_BASE_URL to "${PUBLIC_BASE_URL}"`,
      'make the one custom domain of routes the host of PUBLIC_BASE_URL, or nobody reaches the service',
    ),
    ...unless(originOf(WEB_BASE_URL), `WEB_BASE_URL is "${WEB_BASE_URL}"`, 'write a public https address'),
    ...unless(
      origins.includes(api || PUBLIC_BASE_URL),
      'ALLOWED_ORIGINS lacks PUBLIC_BASE_URL',
      'add it: the page at /office is there',
    ),
    ...origins.flatMap((origin) =>
      originOf(origin) === origin && origin
        ? unless(
            isUnder(origin),
            `${origin} is not under PASSKEY_RP_ID "${PASSKEY_RP_ID}"`,
            'write the domain that all allowed origins are under, or browsers refuse passkeys there',
          )
        : missing(
            `"${origin}" in ALLOWED_ORIGINS is no origin`,
            'write https:// and a host, commas between them, no spaces',
          ),
    ),
    ...unless(
      /@[\w-]+(\.[\w-]+)+>?$/.test(EMAIL_FROM),
      `EMAIL_FROM is "${EMAIL_FROM}"`,
      'write an address of a domain of yours',
    ),
  ]
}

/** Checks that production calls the real world and staging the sandbox, by the rules with which the Worker itself starts. */
export function checkOutside({ vars }: Configuration, environment: Environment): Finding[] {
  const world = environment === 'staging' ? 'sandbox' : 'real'
  const bare = Object.entries(vars).filter(
    ([name, value]) => /(?<!^PUBLIC_BASE|^WEB_BASE)_URL$/.test(name) && value && !originOf(value),
  )
  return [
    ...unless(vars.MODE === 'production', `MODE is "${vars.MODE}"`, 'write "production", which staging is too'),
    ...unless(vars.OUTSIDE === world, `OUTSIDE is "${vars.OUTSIDE}" in ${environment}`, `write "${world}"`),
    ...unfitAddresses({ ...vars, OUTSIDE: world }).map((name) =>
      missing(
        `${name} is "${vars[name]}" in ${environment}`,
        world === 'real' ? 'write the address of the real thing' : 'write the address of the one sandbox',
      ),
    ),
    ...bare.map(([name, value]) => missing(`${name} is "${value}"`, 'write a public https address')),
    ...unfitSettings(vars).map((name) =>
      missing(`${name} is "${vars[name]}"`, 'write it as wrangler.toml came with it'),
    ),
  ]
}

/** Checks that staging and the sandbox of sandbox/wrangler.toml name each other. */
export function checkSandbox({ vars }: Configuration, sandbox: Configuration): Finding[] {
  const { EMAIL_BASE_URL = '', PUBLIC_BASE_URL = '', GOOGLE_CLIENT_IDS = '' } = vars
  const routed = hostsOf(sandbox).map((host) => `https://${host}`)
  const { MARKET_BASE_URL, GOOGLE_CLIENT_ID = '', DOOR } = sandbox.vars
  return [
    ...unless(
      routed.join() === EMAIL_BASE_URL,
      `the sandbox is at "${routed}", staging calls "${EMAIL_BASE_URL}"`,
      'make the route of sandbox/wrangler.toml its host',
    ),
    ...unless(
      MARKET_BASE_URL === PUBLIC_BASE_URL,
      `MARKET_BASE_URL of the sandbox is "${MARKET_BASE_URL}"`,
      `write "${PUBLIC_BASE_URL}"`,
    ),
    ...unless(
      GOOGLE_CLIENT_IDS.split(',').includes(GOOGLE_CLIENT_ID),
      `GOOGLE_CLIENT_ID of the sandbox is "${GOOGLE_CLIENT_ID}"`,
      'write one of GOOGLE_CLIENT_IDS of staging',
    ),
    ...unless(DOOR === 'password', 'the sandbox has no door', 'write DOOR = "password": its inbox shows every code'),
  ]
}

/** The origin of a public https address; empty for any other text. */
function originOf(address: string): string {
  const { protocol, hostname, origin } = URL.canParse(address) ? new URL(address) : {}
  const isPublic = hostname?.includes('.') && !/^[\d.]+$|\.(test|local|localhost|internal)$/.test(hostname)
  return protocol === 'https:' && isPublic ? (origin ?? '') : ''
}
