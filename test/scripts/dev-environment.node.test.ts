import { readFileSync, rmSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { unstable_readConfig as readConfig, unstable_getVarsForDev as readVars } from 'wrangler'
import { commandFor, envFiles, readPorts, readVariables, writeEnvFiles } from '../../scripts/dev/environment.ts'

const USUAL = { api: 8787, sandbox: 8788 }

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the variables of npm run dev', () => {
  it('come from the environment where they are set there, all but MODE', () => {
    const names = Object.keys(parseEnv(readFileSync('dev.env', 'utf8')))
    for (const name of names) vi.stubEnv(name, `mine: ${name}`)
    const { MODE, ...variables } = readVariables(USUAL)
    expect(MODE).toBe('development')
    for (const [name, value] of Object.entries(variables)) expect(value).toBe(`mine: ${name}`)
  })

  it.each([
    { api: 9000, sandbox: 9001 },
    { api: 8788, sandbox: 8789 },
    { api: 8788, sandbox: 8787 },
  ])('follow the ports where they are not: %j', ({ api, sandbox }) => {
    for (const name of ['PUBLIC_BASE_URL', 'MBIYOPAY_BASE_URL', 'ALLOWED_ORIGINS']) vi.stubEnv(name, undefined)
    const variables = readVariables({ api, sandbox })
    expect(variables.PUBLIC_BASE_URL).toBe(`http://localhost:${api}`)
    expect(variables.MBIYOPAY_BASE_URL).toBe(`http://localhost:${sandbox}/api/v1`)
    expect(variables.ALLOWED_ORIGINS).toBe(`http://localhost:${api},http://localhost:${sandbox}`)
  })

  it('are all named in wrangler.toml, or wrangler would drop them', () => {
    const written = readFileSync('wrangler.toml', 'utf8')
    for (const name of Object.keys(readVariables(USUAL))) expect(written).toContain(name)
  })

  it('reach both Workers, so that callbacks of gateway A come to the port that runs', () => {
    vi.stubEnv('PAWAPAY_TOKEN', 'a token with # and $HOME')
    // Ports of nobody, so that no running server loses its file.
    const ports = { api: 1, sandbox: 2 }
    const files = envFiles(ports)
    writeEnvFiles(ports)
    expect(valuesAt('wrangler.toml', files.api)).toMatchObject({
      PUBLIC_BASE_URL: 'http://localhost:1',
      PAWAPAY_TOKEN: 'a token with # and $HOME',
    })
    expect(valuesAt('sandbox/wrangler.toml', files.sandbox)).toMatchObject({
      MARKET_BASE_URL: 'http://localhost:1',
      PAWAPAY_TOKEN: 'a token with # and $HOME',
    })
    for (const file of Object.values(files)) rmSync(file)
  })
})

/** Values that wrangler gives the Worker of a configuration that is started with an env file. */
function valuesAt(configPath: string, envFile: string): Record<string, unknown> {
  const { vars, secrets } = readConfig({ config: configPath })
  const read = readVars(configPath, [envFile], vars, undefined, true, secrets)
  return Object.fromEntries(Object.entries(read).map(([name, { value }]) => [name, value]))
}

describe('a port', () => {
  const portsWith = (api: string | undefined, sandbox: string | undefined) => {
    vi.stubEnv('PORT', api)
    vi.stubEnv('SANDBOX_PORT', sandbox)
    return readPorts()
  }

  it('is the usual one unless told; the sandbox follows the API', () => {
    expect(portsWith(undefined, undefined)).toEqual(USUAL)
    expect(portsWith(undefined, '9001')).toEqual({ api: 8787, sandbox: 9001 })
    expect(portsWith('9000', undefined)).toEqual({ api: 9000, sandbox: 9001 })
    expect(portsWith('9000', '7000')).toEqual({ api: 9000, sandbox: 7000 })
  })

  it('is named by a command only where it is not the usual one', () => {
    expect(commandFor('demo', USUAL)).toBe('npm run demo')
    expect(commandFor('demo', { api: 9000, sandbox: 9001 })).toBe('PORT=9000 npm run demo')
    expect(commandFor('demo', { api: 8787, sandbox: 9001 })).toBe('SANDBOX_PORT=9001 npm run demo')
    expect(commandFor('demo', { api: 9000, sandbox: 7000 })).toBe('PORT=9000 SANDBOX_PORT=7000 npm run demo')
  })

  it('must be one, and another for each', () => {
    expect(() => portsWith('abc', '9001')).toThrow('PORT=abc is not a port.')
    expect(() => portsWith('9001', '9001')).toThrow('PORT and SANDBOX_PORT are both 9001')
    expect(() => portsWith('8788', '8788')).toThrow('PORT and SANDBOX_PORT are both 8788')
    expect(() => portsWith(undefined, '8787')).toThrow('PORT and SANDBOX_PORT are both 8787')
  })
})
