import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readPorts, readVariables } from '../../scripts/dev/environment.ts'

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

  it('follow the ports where they are not', () => {
    for (const name of ['PUBLIC_BASE_URL', 'MBIYOPAY_BASE_URL', 'ALLOWED_ORIGINS']) vi.stubEnv(name, undefined)
    const variables = readVariables({ api: 9000, sandbox: 9001 })
    expect(variables.PUBLIC_BASE_URL).toBe('http://localhost:9000')
    expect(variables.MBIYOPAY_BASE_URL).toBe('http://localhost:9001/api/v1')
    expect(variables.ALLOWED_ORIGINS).toBe('http://localhost:9000,http://localhost:9001')
  })

  it('are all named in wrangler.toml, or wrangler would drop them', () => {
    const written = readFileSync('wrangler.toml', 'utf8')
    for (const name of Object.keys(readVariables(USUAL))) expect(written).toContain(name)
  })
})

describe('a port', () => {
  it('is the usual one unless told, and must be one', () => {
    vi.stubEnv('PORT', undefined)
    vi.stubEnv('SANDBOX_PORT', '9001')
    expect(readPorts()).toEqual({ api: 8787, sandbox: 9001 })
    vi.stubEnv('PORT', 'abc')
    expect(() => readPorts()).toThrow('PORT=abc is not a port.')
  })
})
