import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

export type Ports = { api: number; sandbox: number }

export function readPorts(): Ports {
  return { api: portOf('PORT', 8787), sandbox: portOf('SANDBOX_PORT', 8788) }
}

function portOf(name: string, usual: number): number {
  const text = process.env[name] || String(usual)
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${name}=${text} is not a port.`)
  return port
}

export const apiAddress = ({ api }: Ports) => `http://localhost:${api}`
export const sandboxAddress = ({ sandbox }: Ports) => `http://localhost:${sandbox}`

/**
 * The development variables: each from the environment where it is set there, else from dev.env with the ports of this
 * run. MODE stays development: the data and the accounts are public.
 */
export function readVariables(ports: Ports): Record<string, string> {
  const written = Object.entries(parseEnv(readFileSync('dev.env', 'utf8')))
  return Object.fromEntries(
    written.map(([name, value = '']) => {
      const here = value
        .replaceAll('localhost:8787', `localhost:${ports.api}`)
        .replaceAll('localhost:8788', `localhost:${ports.sandbox}`)
      return [name, name === 'MODE' ? value : (process.env[name] ?? here)]
    }),
  )
}

/** Writes the variables of each Worker where wrangler reads them, and answers the two paths. */
export function writeEnvFiles(ports: Ports): { api: string; sandbox: string } {
  const variables = readVariables(ports)
  const { PAWAPAY_TOKEN, MBIYOPAY_SECRET_KEY, MBIYOPAY_WEBHOOK_SECRET, SMS_API_KEY, GOOGLE_CLIENT_IDS = '' } = variables
  const world = { PAWAPAY_TOKEN, MBIYOPAY_SECRET_KEY, MBIYOPAY_WEBHOOK_SECRET, SMS_API_KEY }
  mkdirSync('.wrangler', { recursive: true })
  const files = { api: `.wrangler/dev-${ports.api}.env`, sandbox: `.wrangler/sandbox-${ports.api}.env` }
  writeFileSync(files.api, asEnvFile(variables))
  writeFileSync(
    files.sandbox,
    asEnvFile({ ...world, MARKET_BASE_URL: apiAddress(ports), GOOGLE_CLIENT_ID: GOOGLE_CLIENT_IDS.split(',')[0] }),
  )
  return files
}

/** Quoted so that a value with `#` or spaces stays whole, and with `$` escaped, which wrangler would expand. */
const asEnvFile = (variables: Record<string, string | undefined>) =>
  Object.entries(variables)
    .map(([name, value = '']) => {
      const quote = ["'", '"', '`'].find((mark) => !value.includes(mark)) ?? "'"
      return `${name}=${quote}${value.replaceAll('$', '\\$')}${quote}\n`
    })
    .join('')
