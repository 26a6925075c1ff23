import { type TOTP, URI } from 'otpauth'
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import type { Role } from '#kernel/roles.ts'
import { mustCall } from '#testing/running/call.ts'
import { newPerson, type Person } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'

export type Screen = { name: string; width: number; height: number }
export const SCREENS: Screen[] = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desk', width: 1280, height: 800 },
]

export type Member = Person & { totp: TOTP }

/** Somebody of the team whose account has an authenticator, as production demands it. */
export async function memberWithAuthenticator(service: RunningService, role: Role): Promise<Member> {
  const person = await newPerson(service, role)
  const { otpauthUrl } = await mustCall(service, person, 'POST', '/auth/totp/setup')
  const totp = URI.parse(otpauthUrl) as TOTP
  await mustCall(service, person, 'POST', '/auth/totp/confirm', { code: totp.generate() })
  return { ...person, totp }
}

/** A page at /office of a browser of its own, and what must not happen in it: errors, and anything that the policy refused. */
export async function openOffice(browser: Browser, service: RunningService, { name, width, height }: Screen) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'fr',
    timezoneId: 'America/New_York',
  })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // A refusal of the service is an answer like others; the browser writes it down all the same.
    if (message.type() === 'error' && !/the server responded with a status of 4\d\d/.test(message.text()))
      faults.push(message.text())
  })
  await page.goto(`${service.pages}/office`)
  let shots = 0
  return {
    page,
    faults,
    /** Nothing is wider than the screen; with SHOTS=<folder> it is kept as a picture. */
    look: async (what: string) => {
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), what).toBe(true)
      const path = `${process.env.SHOTS}/${name}-${String(++shots).padStart(2, '0')}-${what}.png`
      if (process.env.SHOTS) await page.screenshot({ path, fullPage: true })
    },
    /** Opens a page by its name in the menu, which a phone shows when asked. */
    go: async (title: string) => {
      const menu = page.getByRole('button', { name: 'Menu' })
      if (await menu.isVisible()) await menu.click()
      await page.getByRole('navigation', { name: 'Pages du bureau' }).getByRole('link', { name: title }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
    },
    close: () => context.close(),
  }
}

export type Office = Awaited<ReturnType<typeof openOffice>>

/** By keyboard alone, as far as the first page. A code of the authenticator is good once: this is the one after the first. */
export async function signInByKeyboard({ page }: Office, { email, totp }: Member): Promise<void> {
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page
    .getByLabel("Code de l'application d'authentification")
    .fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'À décider' }).waitFor()
}

/** The pages that the menu offers. */
export const pagesOf = ({ page }: Office) =>
  page.locator('nav.pages a').evaluateAll((links) => links.map((link) => link.textContent))
