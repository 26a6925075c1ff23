import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mustCall } from '#testing/running/call.ts'
import { type RunningService, startService } from '#testing/running/start.ts'
import { launchChromium } from './chromium.ts'
import { memberWithAuthenticator, openOffice, SCREENS, signInByKeyboard } from './office-visit.ts'

// The state of the service at the office page, on a phone and on a desk.

const [PHONE = { name: 'health', width: 390, height: 844 }] = SCREENS
const MINUTE_MS = 60_000
let service: RunningService
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService({ forBrowser: true }), launchChromium()])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

/** A day of quarters of an hour: some are short, one failed, one is missing. */
async function playDay() {
  const quarterMs = 15 * MINUTE_MS
  const present = Math.floor(Date.now() / quarterMs) * quarterMs
  const add = (back: number, job: string, runs: number, failures: number) =>
    service.sql(
      `INSERT INTO heartbeat_quarters (quarter, job, runs, failures, worst_ms, most_left) VALUES (?, ?, ?, ?, 640, 0) ON CONFLICT DO NOTHING`,
      ...[present - back * quarterMs, job, runs, failures],
    )
  for (let back = 70; back > 0; back--) if (back !== 20) await add(back, '* * * * *', back === 40 ? 9 : 15, 0)
  await add(30, 'moveOrders', 1, 1)
}

it('shows what waits, the last day, alerts, laws and jobs; and why the service is not ready', {
  timeout: 120_000,
}, async () => {
  const member = await memberWithAuthenticator(service, 'SUPPORT')
  for (const cron of ['* * * * *', '17 * * * *', '23 1 * * *']) await service.cron(cron)
  await playDay()
  const office = await openOffice(browser, service, PHONE)
  const { page } = office
  await signInByKeyboard(office, member)
  await office.go('État du service')
  await page.getByText('Le service fait son travail.').waitFor()
  await page
    .getByText(/3 quarts d'heure|Rien à signaler/)
    .or(page.getByText('9 passages sur 15'))
    .first()
    .waitFor()
  expect(await page.getByRole('img', { name: "3 quarts d'heure à regarder" }).count()).toBe(1)
  for (const words of ['échecs : Délais des commandes', "rien n'a tourné", '9 passages sur 15'])
    expect(await page.getByText(words, { exact: true }).count(), words).toBe(1)
  await page.getByText('Questions à la passerelle A').waitFor()
  await office.look('health')

  await service.sql('UPDATE heartbeats SET succeeded_at = succeeded_at - ?', 6 * MINUTE_MS)
  await service.sql(`UPDATE heartbeats SET failing = 1, left_over = 3 WHERE job = 'runImports'`)
  await service.sql(`
    INSERT INTO law_verdicts (name, ok, checked_at) VALUES ('all accounts of a currency sum to zero', 0, 1)
    ON CONFLICT (name) DO UPDATE SET ok = 0`)
  const { notReady } = await mustCall(service, member, 'GET', '/platform/health')
  expect(notReady).toHaveLength(2)
  await page.reload()
  for (const reason of notReady) await page.getByText(reason).waitFor()
  await page.getByText("La somme des comptes d'une monnaie est nulle").waitFor()
  const first = page.locator('section', { hasText: 'Travaux' }).locator('li').first()
  expect(await first.textContent()).toMatch(/^Imports de produits.*en échec.*reste 3/)
  for (const { name, width, height } of SCREENS) {
    await page.setViewportSize({ width, height })
    await office.look(`not-ready-${name}`)
  }
  expect(office.faults).toEqual([])
  await office.close()
})
