import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const wrangler = readFileSync('wrangler.toml', 'utf8')

describe('what is deployed', () => {
  it('answers on its own domain only: no workers.dev address, no previews', () => {
    expect(wrangler).toMatch(/^workers_dev\s*=\s*false/m)
    expect(wrangler).toMatch(/^preview_urls\s*=\s*false/m)
  })

  it('sends HSTS and nosniff with static files too', () => {
    const headers = existsSync('assets/_headers') ? readFileSync('assets/_headers', 'utf8') : ''
    const byWorker = /run_worker_first\s*=\s*true/.test(wrangler)
    expect(byWorker || /Strict-Transport-Security:\s*max-age=\d{7,}/i.test(headers)).toBe(true)
    expect(byWorker || /X-Content-Type-Options:\s*nosniff/i.test(headers)).toBe(true)
  })

  it('lets the page at /office write: the service is one of the allowed origins', () => {
    for (const [name, text] of [
      ['wrangler.toml', wrangler],
      ['dev.env', readFileSync('dev.env', 'utf8')],
    ] as const) {
      const settingOf = (key: string) => new RegExp(`^${key}\\s*=\\s*"?([^"\\n]*)`, 'm').exec(text)?.[1] ?? ''
      expect(settingOf('ALLOWED_ORIGINS').split(','), name).toContain(settingOf('PUBLIC_BASE_URL'))
    }
  })

  it('names what the environment sets: STAFF_MFA, SMS_COUNTRIES, SMS_DAILY_MAX', () => {
    const dev = readFileSync('dev.env', 'utf8')
    for (const name of ['STAFF_MFA', 'SMS_COUNTRIES', 'SMS_DAILY_MAX'])
      expect(dev, name).toMatch(new RegExp(`^${name}=`, 'm'))
    expect(wrangler).toMatch(/^STAFF_MFA\s*=\s*"required"/m)
    expect(dev).toMatch(/^STAFF_MFA=optional$/m)
    expect(wrangler).toMatch(/^SMS_COUNTRIES\s*=\s*"\+?243,\+?250"/m)
    expect(wrangler).toMatch(/^SMS_DAILY_MAX\s*=\s*"5000"/m)
  })
})
