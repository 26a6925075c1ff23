import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mustCall, outside } from '#testing/running/call.ts'
import { newPerson, type Person } from '#testing/running/people.ts'
import { type RunningService, startService } from '#testing/running/start.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { launchChromium } from './chromium.ts'

// The proof of the owner, a recovery that is stopped, and the links of mails, on a phone's screen and a desk's.

const NEW = 'Un-tout-autre-mot-7'
let service: RunningService
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService({ forBrowser: true }), launchChromium()])
})
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

async function linkOf({ email }: Person, path: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const inbox = `/inbox?to=${encodeURIComponent(email)}`
    const { messages } = await outside<{ messages: { text: string }[] }>(service, 'GET', inbox)
    const found = messages.flatMap(({ text }) => new RegExp(`${path}\\?token=[\\w.-]+`).exec(text)?.[0] ?? [])[0]
    if (found) return `${service.sandbox}/${found}`
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`no link ${path}`)
}
const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth')
const said = (page: Page) => page.locator('#said', { hasText: 'Fait.' }).waitFor()

it.each([
  ['phone', 390, 844],
  ['desk', 1280, 800],
])(
  'on a %s the owner proves it, stops a recovery, takes a change back and chooses a password',
  async (name, width, height) => {
    const person = await newPerson(service, 'SUPPORT')
    const page = await (await browser.newContext({ viewport: { width, height } })).newPage()
    page.setDefaultTimeout(10_000)
    const shot = async (what: string) => {
      expect(await fits(page), what).toBe(true)
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${what}.png`, fullPage: true })
    }
    await page.goto(`${service.sandbox}/account`)
    await page.fill('[name=email]', person.email)
    await page.fill('#password [name=password]', DEMO_PASSWORD)
    await page.click('#password button')
    await page.locator('#staff').waitFor({ state: 'visible' })
    await service.sql(
      'INSERT INTO recoveries (id, user_id, proven_at, expires_at, created_at) VALUES (?, ?, ?, 9999999999999, 1)',
      `essai-${name}`,
      person.id,
      String(Date.now()),
    )
    await page.reload()
    await page.locator('#recovery').waitFor({ state: 'visible' })
    await shot('recovery')
    await page.click('#stop-recovery')
    await page.locator('#recovery').waitFor({ state: 'hidden' })
    await service.sql('UPDATE sessions SET proven_at = 1 WHERE user_id = ?', person.id)
    await page.click('#totp-start')
    await page.locator('#prove').waitFor({ state: 'visible' })
    await shot('prove')
    await page.fill('#prove [name=proof]', 'pas-celui-la')
    await page.click('#prove .yes')
    await page.locator('#said', { hasText: 'Mot de passe incorrect.' }).waitFor()
    await page.fill('#prove [name=proof]', DEMO_PASSWORD)
    await page.click('#prove .yes')
    await page.locator('#qr').waitFor({ state: 'visible' })
    expect(await page.isVisible('#prove')).toBe(false)
    await shot('account')

    await service.sql('UPDATE sessions SET proven_at = ? WHERE user_id = ?', String(Date.now()), person.id)
    await mustCall(service, person, 'DELETE', '/users/me/phone')
    await page.goto(await linkOf(person, 'annuler'))
    await shot('undo')
    await page.click('#undo-it')
    await said(page)
    await page.locator('#guest').waitFor({ state: 'visible' })
    const [row] = await service.sql<{ phone: string }>('SELECT phone FROM users WHERE id = ?', person.id)
    expect(row?.phone).toBe(person.phone)

    await mustCall(service, null, 'POST', '/auth/password/forgot', { email: person.email })
    await page.goto(await linkOf(person, 'reinitialiser'))
    await page.fill('#reset [name=newPassword]', NEW)
    await shot('reset')
    await page.click('#reset button')
    await said(page)
    await page.fill('[name=email]', person.email)
    await page.fill('#password [name=password]', NEW)
    await page.click('#password button')
    await page.locator('#account').waitFor({ state: 'visible' })
  },
)
