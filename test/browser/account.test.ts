import jsQR from 'jsqr'
import { TOTP, URI } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mustCall } from '#testing/running/call.ts'
import { newPerson, type Person } from '#testing/running/people.ts'
import { type RunningService, startService } from '#testing/running/start.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { addFingerprintReader, launchChromium } from './chromium.ts'
import { startStranger } from './stranger.ts'

// One person's account in a real browser, in the order in which it happens: each step needs the one before.

let service: RunningService
let stranger: Awaited<ReturnType<typeof startStranger>>
let browser: Browser
let context: BrowserContext
let page: Page
let person: Person
let totp: TOTP
/** Everything the service answered to a page of ours. */
const answers: Promise<string>[] = []

beforeAll(async () => {
  ;[service, stranger, browser] = await Promise.all([
    startService({ forBrowser: true }),
    startStranger(),
    launchChromium(),
  ])
  person = await newPerson(service)
  await mustCall(service, person, 'POST', '/auth/logout')
  context = await browser.newContext()
  context.setDefaultTimeout(10_000)
  page = await context.newPage()
  page.on('response', (answer) => {
    if (answer.url().startsWith(service.api)) answers.push(answer.text().catch(() => ''))
  })
  await addFingerprintReader(context, page)
  await page.goto(`${service.sandbox}/account`)
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([service?.end(), stranger?.end()])
})

const visible = (id: string) => page.locator(`#${id}`).waitFor({ state: 'visible' })
const done = () => page.locator('#said', { hasText: 'Fait.' }).waitFor()
const DEVICE = '__Secure-device'
const cookies = async () =>
  (await context.cookies([service.api, `${service.api}/auth/refresh-token`])).map(
    ({ name, path, httpOnly, secure, sameSite }) => ({ name, path, httpOnly, secure, sameSite }),
  )
const sessionCookies = async () => (await cookies()).filter(({ name }) => name !== DEVICE)
/** A code of the authenticator; each step's is good once, so every sign-in takes a later one. */
const codeIn = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })

describe('a person in a browser', () => {
  it('signs in with a password and is kept signed in by cookies that no script reads', async () => {
    await visible('guest')
    await page.fill('[name=email]', person.email)
    await page.fill('[name=password]', DEMO_PASSWORD)
    await page.click('#password button')
    await visible('account')
    expect(await page.textContent('#who')).toBe(person.email)
    const hidden = { httpOnly: true, secure: true, sameSite: 'Lax' }
    expect((await sessionCookies()).sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: '__Host-access', path: '/', ...hidden },
      { name: '__Secure-refresh', path: '/api/v1/auth', ...hidden },
    ])
    expect(await page.evaluate('document.cookie')).toBe('')
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)
    // Cookies know no ports: neither the service's own page sees one.
    const own = await context.newPage()
    await own.goto(`${service.api}/health`)
    expect(await own.evaluate('document.cookie')).toBe('')
    await own.close()
  })

  it('scans the QR code with an authenticator and types its code', async () => {
    await page.click('#totp-start')
    await visible('qr')
    const url = await scan()
    const read = URI.parse(url)
    if (!(read instanceof TOTP)) throw new Error(`no TOTP address: ${url}`)
    totp = read
    expect(decodeURIComponent(url)).toContain(person.email)
    await page.fill('#totp [name=code]', codeIn(0))
    await page.click('#totp button')
    await done()
    expect(await page.textContent('#totp-state')).toBe('activée')
    expect(await page.locator('#backup-codes li').count()).toBe(10)
  })

  it('adds a passkey', async () => {
    await page.click('#add-passkey')
    await page.locator('#passkeys li').waitFor()
    expect(await page.textContent('#passkeys li')).toContain('jamais utilisée')
    // The browser knows that this device has one already, and does not make a second.
    await page.click('#add-passkey')
    await page.locator('#said', { hasNotText: '…' }).waitFor()
    expect(await page.locator('#passkeys li').count()).toBe(1)
  })

  it('signs out', async () => {
    await page.click('#sign-out')
    await visible('guest')
    expect(await sessionCookies()).toEqual([])
    // The browser stays a known device.
    expect((await cookies()).map(({ name }) => name)).toEqual([DEVICE])
    await page.reload()
    await visible('guest')
  })

  it('signs in with the passkey and the code of the authenticator', async () => {
    await page.click('#with-passkey')
    await visible('challenge')
    expect(await sessionCookies()).toEqual([])
    await page.fill('#challenge [name=code]', codeIn(1))
    await page.click('#challenge button')
    await visible('account')
    expect(await page.textContent('#passkeys li')).toContain('déjà utilisée')
  })

  it('sees the devices that are signed in', async () => {
    expect(await page.locator('#sessions li').allTextContents()).toEqual([
      expect.stringMatching(/Chrome.*\(celui-ci\)/),
    ])
    expect((await Promise.all(answers)).join()).not.toMatch(/accessToken|refreshToken/)
  })
})

describe('a page of somebody else', () => {
  /** Makes a request from that page with the person's cookies: the answer of the service, and what the page learns of it. */
  async function tryFrom(address: string, method: string, path: string, mode: 'cors' | 'no-cors') {
    const other = await context.newPage()
    await other.goto(address)
    const status = new Promise<number | 'kept from the page'>((resolve) => {
      other.on('response', (answer) => answer.url().endsWith(path) && resolve(answer.status()))
      other.on('requestfailed', (request) => request.url().endsWith(path) && resolve('kept from the page'))
    })
    const init = JSON.stringify({ method, mode, credentials: 'include' })
    const learned = await other.evaluate(
      `fetch(${JSON.stringify(service.api + path)}, ${init}).then((answer) => answer.text(), () => 'nothing')`,
    )
    const seen = { status: await status, learned, cookies: await other.evaluate('document.cookie') }
    await other.close()
    return seen
  }
  const logout = '/auth/logout-all'
  const me = '/auth/me'

  it('of the same site writes nothing, though the browser sends the cookies along', async () => {
    const refused = await tryFrom(stranger.sameSite, 'POST', logout, 'no-cors')
    expect(refused).toEqual({ status: 403, learned: '', cookies: '' })
  })

  it('of another site has no cookies to write with', async () => {
    const refused = await tryFrom(stranger.otherSite, 'POST', logout, 'no-cors')
    expect(refused).toEqual({ status: 401, learned: '', cookies: '' })
  })

  it('reads nothing', async () => {
    expect(await tryFrom(stranger.sameSite, 'GET', me, 'no-cors')).toEqual({ status: 200, learned: '', cookies: '' })
    expect(await tryFrom(stranger.sameSite, 'GET', me, 'cors')).toMatchObject({
      status: 'kept from the page',
      learned: 'nothing',
    })
  })

  it('has signed nobody out', async () => {
    await page.reload()
    await visible('account')
    expect(await page.textContent('#who')).toBe(person.email)
  })
})

/** Reads the QR code of the page: its picture is drawn, and read back from its pixels. */
async function scan(): Promise<string> {
  const side = 320
  const pixels = (await page.evaluate(`(async () => {
    const picture = document.getElementById('qr')
    await picture.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: ${side}, height: ${side} })
    const pen = canvas.getContext('2d')
    pen.drawImage(picture, 0, 0, ${side}, ${side})
    const { data } = pen.getImageData(0, 0, ${side}, ${side})
    return Array.from({ length: data.length / 4 }, (_, i) => (data[i * 4] > 127 ? 'o' : 'x')).join('')
  })()`)) as string
  const rgba = [...pixels].flatMap((pixel) => [...Array(3).fill(pixel === 'o' ? 255 : 0), 255])
  const found = jsQR(Uint8ClampedArray.from(rgba), side, side)
  if (!found) throw new Error('the picture is no QR code')
  return found.data
}
