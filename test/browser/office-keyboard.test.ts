import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mustCall } from '#testing/running/call.ts'
import { newPerson, type Person } from '#testing/running/people.ts'
import { type RunningService, startService } from '#testing/running/start.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { launchChromium } from './chromium.ts'
import { memberWithAuthenticator, type Office, openOffice, SCREENS, signInByKeyboard } from './office-visit.ts'

// Duties of the office page to hands: where the keyboard goes, what is remembered, and what is asked twice.

const [PHONE = { name: 'phone', width: 390, height: 844 }, DESK = PHONE] = SCREENS
const SOON = { timeout: 10_000 }
let service: RunningService
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService({ forBrowser: true }), launchChromium()])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

const focused = ({ page }: Office) => page.evaluate('document.activeElement.textContent') as Promise<string>
const focusedField = ({ page }: Office) =>
  page.evaluate('document.activeElement.labels?.[0]?.textContent.trim()') as Promise<string>

async function newRider(): Promise<Person> {
  const rider = await newPerson(service)
  await mustCall(service, rider, 'POST', '/riders/apply', { vehicleType: 'MOTO' })
  return rider
}

async function signInByPassword({ page }: Office, { email }: Person): Promise<void> {
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.getByLabel('Mot de passe').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'À décider' }).waitFor()
}

it('leads the keyboard from the sign-in through the decisions', { timeout: 90_000 }, async () => {
  const admin = await memberWithAuthenticator(service, 'ADMIN')
  await newRider()
  await newRider()
  const office = await openOffice(browser, service, DESK)
  const { page } = office
  await expect.poll(() => focusedField(office), SOON).toBe('Adresse e-mail')
  await signInByKeyboard(office, admin)
  await expect.poll(() => focused(office), SOON).toBe('À décider')

  // Each button says of whom it is, and after a decision the next card is at hand.
  const cards = page.locator('#file-livreurs .card')
  await expect.poll(() => cards.count(), SOON).toBe(2)
  const next = await cards.nth(1).getByRole('heading').textContent()
  const first = await cards.nth(0).getByRole('heading').textContent()
  await cards
    .nth(0)
    .getByRole('button', { name: `Approuver ${first}`, exact: true })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click()
  await expect.poll(() => cards.count(), SOON).toBe(1)
  await expect.poll(() => focused(office), SOON).toBe(next)
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H3')
  await office.look('next-card')

  // A missing field is told in French beside it, and gets the keyboard.
  await page.getByRole('button', { name: `Refuser ${next}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refuser' }).click()
  await dialog.getByText('À remplir.').waitFor()
  await expect.poll(() => focusedField(office), SOON).toMatch(/^Raison/)
  await office.look('missing')
  await dialog.getByLabel('Raison').fill('Permis illisible.')
  // However soon it is opened again: the step back of the one that closed does not close it.
  for (let times = 0; times < 5; times++) {
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(office), { ...SOON, interval: 1 }).toBe('Refuser')
    await page.keyboard.press('Enter')
    expect(await dialog.getByLabel('Raison').inputValue()).toBe('Permis illisible.')
  }
  await dialog.getByRole('button', { name: 'Refuser' }).click()
  // The card was the last: the keyboard goes on to the page.
  await expect.poll(() => cards.count(), SOON).toBe(0)
  await expect.poll(() => focused(office), SOON).not.toBe('Refuser')
  expect(await page.evaluate('document.activeElement === document.body')).toBe(false)
  expect(office.faults).toEqual([])
  await office.close()
})

/** Types into a field the moment that it is there, sooner than any hand could. */
const typeAtOnce = (selector: string, text: string) => `new MutationObserver((_, watch) => {
  const field = document.querySelector('${selector}')
  if (!field) return
  watch.disconnect()
  field.focus()
  field.value = '${text}'
}).observe(document, { childList: true, subtree: true })`

it('keeps what is typed as a page opens', { timeout: 60_000 }, async () => {
  const support = await newPerson(service, 'SUPPORT')
  const office = await openOffice(browser, service, PHONE)
  const { page } = office
  await signInByPassword(office, support)
  await page.evaluate(typeAtOnce('input[type=search]', 'kivu'))
  await office.go('Personnes')
  // The list is read after the effects of the page's first rendering.
  await page.getByText(/^\d+ personnes?$/).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('kivu')
  // The keyboard is still in the field: Enter searches.
  expect(await focusedField(office)).toBe('Nom, e-mail ou téléphone')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).hash, SOON).toBe('#/personnes?recherche=kivu')
  await office.close()
})

it('leaves the keyboard in the address that is typed as the sign-in opens', { timeout: 60_000 }, async () => {
  const office = await openOffice(browser, service, PHONE)
  const { page } = office
  await page.addInitScript(typeAtOnce('input[type=email]', 'kivu@demo.test'))
  await page.reload()
  await expect.poll(() => page.getByLabel('Adresse e-mail').inputValue(), SOON).toBe('kivu@demo.test')
  // By then the effects of the first rendering have run.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))')
  expect(await focusedField(office)).toBe('Adresse e-mail')
  await office.close()
})

it('keeps a search in the address, and what was typed when the session is ended elsewhere', {
  timeout: 90_000,
}, async () => {
  const finance = await newPerson(service, 'ADMIN')
  const office = await openOffice(browser, service, PHONE)
  const { page } = office
  await signInByPassword(office, finance)
  await office.go('Personnes')
  await page.getByRole('searchbox').fill(finance.email)
  await page.keyboard.press('Enter')
  await page.getByText('1 personne', { exact: true }).waitFor()
  expect(new URL(page.url()).hash).toBe(`#/personnes?${new URLSearchParams({ recherche: finance.email })}`)
  await page.locator('.card').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Toutes les personnes' }).click()
  await page.getByText('1 personne', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('1 personne', { exact: true }).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe(finance.email)

  await office.go('Versements')
  await page.getByRole('button', { name: 'Nouveau versement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Montant').fill('1250,50')
  await dialog.getByLabel('Numéro du destinataire').fill('243810001789')
  await dialog.getByLabel('Motif').fill('Loyer du dépôt')
  await service.sql('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', finance.id)
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Recevoir le code par e-mail' }).click()
  await page.getByText('Votre session a été fermée').waitFor()
  await office.look('ended')
  expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe(finance.email)
  await expect.poll(() => focusedField(office), SOON).toBe('Mot de passe')
  await page.getByLabel('Mot de passe').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Versements' }).waitFor()
  await page.getByRole('button', { name: 'Nouveau versement' }).click()
  expect(await dialog.getByLabel('Motif').inputValue()).toBe('Loyer du dépôt')
  expect(await dialog.getByLabel('Montant').inputValue()).toMatch(/1250[,.]50/)

  // A refusal is said at its field, and shown.
  await dialog.getByLabel('Numéro du destinataire').fill('12')
  await dialog.getByRole('button', { name: 'Recevoir le code par e-mail' }).click()
  await expect.poll(() => focusedField(office), SOON).toBe('Numéro du destinataire')
  await office.look('refused-field')
  expect(office.faults).toEqual([])

  // Whoever signs out leaves nothing behind.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.getByRole('heading', { name: 'Se connecter' }).waitFor()
  expect(await page.evaluate('sessionStorage.getItem("soko-bureau")')).toBe('{"values":{}}')
  await office.close()
})

it("keeps what was typed in the window of a card when the session is ended elsewhere, each card's own", {
  timeout: 90_000,
}, async () => {
  const admin = await newPerson(service, 'ADMIN')
  await newRider()
  await newRider()
  const office = await openOffice(browser, service, PHONE)
  const { page } = office
  await signInByPassword(office, admin)
  const cards = page.locator('#file-livreurs .card')
  const dialog = page.getByRole('dialog')
  const open = (at: number) => cards.nth(at).getByRole('button', { name: 'Refuser' }).click()
  await open(1)
  await dialog.getByLabel('Raison').fill('Permis illisible.')
  await service.sql('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', admin.id)
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Refuser' }).click()
  await page.getByText('Votre session a été fermée').waitFor()
  await page.getByLabel('Mot de passe').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'À décider' }).waitFor()
  await open(0)
  expect(await dialog.getByLabel('Raison').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.reload()
  await open(1)
  expect(await dialog.getByLabel('Raison').inputValue()).toBe('Permis illisible.')
  await office.look('kept')
  await dialog.getByRole('button', { name: 'Refuser' }).click()
  await dialog.waitFor({ state: 'detached' })
  // Text that was sent is typed no more.
  expect(await page.evaluate('sessionStorage.getItem("soko-bureau")')).not.toContain('Permis illisible.')
  expect(office.faults).toEqual([])
  await office.close()
})

it('asks twice for a rate that leaps, wherever the list is', { timeout: 60_000 }, async () => {
  const finance = await newPerson(service, 'ADMIN')
  const office = await openOffice(browser, service, PHONE)
  const { page } = office
  await mustCall(service, finance, 'PUT', '/products/exchange-rates', {
    baseCurrency: 'USD',
    quoteCurrency: 'CDF',
    rate: '2900',
  })
  await signInByPassword(office, finance)
  await office.go('Taux de change')
  await page.getByRole('button', { name: 'Fixer un taux' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('vaut').fill('29')
  await dialog.getByRole('button', { name: 'Fixer' }).click()
  await dialog.getByText(/2\s900 devient 29/).waitFor()
  await office.look('leap')
  expect(await page.locator('#said', { hasText: 'Taux fixé' }).count()).toBe(0)
  await dialog.getByLabel('vaut').fill('2910')
  await dialog.getByRole('button', { name: 'Fixer' }).click()
  await page.locator('#said', { hasText: 'Taux fixé.' }).waitFor()
  expect(office.faults).toEqual([])
  await office.close()
})

it('says the checks in French, and remembers the period of the figures', { timeout: 60_000 }, async () => {
  const accountant = await newPerson(service, 'ACCOUNTANT')
  const office = await openOffice(browser, service, PHONE)
  const { page } = office
  await signInByPassword(office, accountant)
  await office.go('Grand livre')
  await page.getByText('Voir chaque contrôle').click()
  await page.getByText('Chaque compte est la somme de ses virements').waitFor()
  expect(await page.getByText(/^every /).count()).toBe(0)
  await office.look('ledger')
  await office.go('Dépenses')
  await page.getByText('Approuvées : rien').waitFor()
  // No line begins with a mark: the space before it does not break.
  expect(await page.getByText('Approuvées : rien').textContent()).toBe('Approuvées\u00a0: rien')
  await office.go('Chiffres')
  await page.getByLabel('Période').selectOption('365')
  await expect.poll(() => page.url(), SOON).toContain('#/chiffres?jours=365')
  await page.reload()
  await expect.poll(() => page.getByLabel('Période').inputValue(), SOON).toBe('365')
  await expect.poll(() => page.locator('.chart canvas').count(), SOON).toBeGreaterThan(3)
  await page.getByText('Jour par jour').first().click()
  await office.look('figures')
  expect(office.faults).toEqual([])
  await office.close()
})
