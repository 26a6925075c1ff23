import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'

export type Ports = { api: number; sandbox: number }

const USUAL: Ports = { api: 8787, sandbox: 8788 }

/** Reads PORT and SANDBOX_PORT. By default the sandbox listens one port above the API. */
export function readPorts(): Ports {
  const api = portOf('PORT', USUAL.api)
  const sandbox = portOf('SANDBOX_PORT', api + 1)
  if (api === sandbox) throw new Error(`PORT and SANDBOX_PORT are both ${api}: set one of them to another port.`)
  return { api, sandbox }
}

function portOf(name: string, usual: number): number {
  const text = process.env[name] || String(usual)
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${name}=${text} is not a port.`)
  return port
}

export const apiAddress = ({ api }: Ports) => `http://localhost:${api}`
export const sandboxAddress = ({ sandbox }: Ports) => `http://localhost:${sandbox}`

/** The command that a person types to run a script with these ports. */
export function commandFor(script: string, { api, sandbox }: Ports): string {
  const port = api === USUAL.api ? '' : `PORT=${api} `
  const sandboxPort = sandbox === api + 1 ? '' : `SANDBOX_PORT=${sandbox} `
  return `${port}${sandboxPort}npm run ${script}`
}

/** The folder of a server's data. Each port has its own folder: two servers on one database would lock each other out. */
export const stateFolder = ({ api }: Ports) => (api === USUAL.api ? '.wrangler/state' : `.wrangler/state-${api}`)

/** The paths of the files that `writeEnvFiles` writes. They are absolute: wrangler looks for a relative one beside wrangler.toml. */
export const envFiles = ({ api }: Ports) => ({
  api: resolve(`.wrangler/api-${api}.env`),
  sandbox: resolve(`.wrangler/sandbox-${api}.env`),
})

/**
 * The development variables: each from the environment if it is set there, else from dev.env with the ports of this
 * run.
 * MODE stays development: the data and the accounts are public.
 */
export function readVariables(ports: Ports): Record<string, string> {
  const written = Object.entries(parseEnv(readFileSync('dev.env', 'utf8')))
  const portHere: Record<string, number> = { [USUAL.api]: ports.api, [USUAL.sandbox]: ports.sandbox }
  return Object.fromEntries(
    written.map(([name, value = '']) => {
      // Both ports are replaced in one pass: a port that was put in must not be replaced again.
      const here = value.replace(/(?<=localhost:)\d+/g, (port) => String(portHere[port] ?? port))
      return [name, name === 'MODE' ? value : (process.env[name] ?? here)]
    }),
  )
}

/** Keys that production may have or not, so that wrangler.toml names them nowhere; wrangler leaves such names of a file out. */
const NOT_NAMED = ['VAPID_JWK', 'FCM_SERVICE_ACCOUNT']

/** The arguments of wrangler that set those keys. */
export function keyArguments(ports: Ports): string[] {
  const variables = readVariables(ports)
  return NOT_NAMED.flatMap((name) => ['--var', `${name}:${variables[name]}`])
}

/** Writes the variables of each Worker into the file that wrangler reads. */
export function writeEnvFiles(ports: Ports): void {
  const variables = readVariables(ports)
  const { PAWAPAY_TOKEN, MBIYOPAY_SECRET_KEY, MBIYOPAY_WEBHOOK_SECRET, SMS_API_KEY, GOOGLE_CLIENT_IDS = '' } = variables
  const sandboxVariables = {
    PAWAPAY_TOKEN,
    MBIYOPAY_SECRET_KEY,
    MBIYOPAY_WEBHOOK_SECRET,
    SMS_API_KEY,
    MARKET_BASE_URL: apiAddress(ports),
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT_IDS.split(',')[0],
  }
  mkdirSync('.wrangler', { recursive: true })
  const files = envFiles(ports)
  writeFileSync(files.api, asEnvFile(variables))
  writeFileSync(files.sandbox, asEnvFile(sandboxVariables))
}

/** Quotes each value, so that `#` and spaces stay, and escapes `$`, which wrangler would expand. */
const asEnvFile = (variables: Record<string, string | undefined>) =>
  Object.entries(variables)
    .map(([name, value = '']) => {
      const quote = ["'", '"', '`'].find((mark) => !value.includes(mark)) ?? "'"
      return `${name}=${quote}${value.replaceAll('$', '\\$')}${quote}\n`
    })
    .join('')
