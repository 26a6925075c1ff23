import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codesTo, mustCall } from '#testing/running/call.ts'
import { placeOrder } from '#testing/running/parcels.ts'
import { newOffer, type Offer } from '#testing/running/people.ts'
import { type RunningService, startService } from '#testing/running/start.ts'
import { launchChromium } from './chromium.ts'
import {
  type Member,
  memberWithAuthenticator,
  type Office,
  openOffice,
  SCREENS,
  signInByKeyboard,
} from './office-visit.ts'

// Acts of two people about money at the office page: a line of the bank, an attempt that hangs, a debt.

const PAPER = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
let service: RunningService
let browser: Browser
let offer: Offer
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService({ forBrowser: true }), launchChromium()])
  offer = await newOffer(service, 5)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

const dialogOf = ({ page }: Office) => page.getByRole('dialog')
const isSaid = ({ page }: Office, text: string) => page.locator('#said', { hasText: text }).waitFor()

/** Asks for the code, types it as the mail brought it, and presses the last button. */
async function decideByCode(office: Office, { email }: Member, last: string): Promise<void> {
  const known = (await codesTo(service, email)).length
  await dialogOf(office).getByRole('button', { name: 'Recevoir le code par e-mail' }).click()
  const field = dialogOf(office).getByLabel('Code reçu par e-mail')
  await field.waitFor()
  await expect.poll(() => codesTo(service, email).then((codes) => codes.length), { timeout: 10_000 }).toBe(known + 1)
  await field.fill((await codesTo(service, email))[0] ?? '')
  await dialogOf(office).getByRole('button', { name: last }).click()
}

describe.each(SCREENS)('on a $name', (screen) => {
  it('books a fee that one asks for and another confirms', { timeout: 90_000 }, async () => {
    const [accountant, admin] = [
      await memberWithAuthenticator(service, 'ACCOUNTANT'),
      await memberWithAuthenticator(service, 'ADMIN'),
    ]
    const asks = await openOffice(browser, service, screen)
    await signInByKeyboard(asks, accountant)
    await asks.go('Banque et frais')
    await asks.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'releve.pdf', mimeType: 'application/pdf', buffer: PAPER })
    await isSaid(asks, 'Relevé prêt')
    await asks.page.getByRole('button', { name: 'Demander une écriture' }).click()
    const form = dialogOf(asks)
    await form.getByText('Avec le relevé releve.pdf.').waitFor()
    await form.getByLabel('Écriture').selectOption('GATEWAY_FEE')
    await form.getByLabel('Opérateur').selectOption('B')
    await form.getByLabel('Montant', { exact: true }).fill('3,40')
    await form.getByLabel('Référence du relevé').fill(`FRAIS-${screen.name}`)
    await form.getByLabel('Note').fill('Frais de novembre, ligne 12 du relevé.')
    await asks.look('booking-asked')
    await form.getByRole('button', { name: 'Demander', exact: true }).click()
    await isSaid(asks, 'un autre administrateur la confirme')
    await asks.page.getByText('vous : un autre administrateur la confirme').first().waitFor()
    await asks.look('bookings')

    const confirms = await openOffice(browser, service, screen)
    await signInByKeyboard(confirms, admin)
    await confirms.go('Banque et frais')
    await confirms.page.getByRole('button', { name: 'Confirmer par code' }).click()
    await decideByCode(confirms, admin, 'Confirmer 3,40')
    await isSaid(confirms, 'Écriture comptabilisée.')
    await confirms.look('booked')
    expect([...asks.faults, ...confirms.faults]).toEqual([])
    await Promise.all([asks.close(), confirms.close()])
  })

  it('decides an attempt that hangs, and is told why not before its incident', { timeout: 90_000 }, async () => {
    const { orderId } = await placeOrder(service, offer)
    const aged = Date.now() - 2 * 3_600_000
    await service.sql('UPDATE gateway_transactions SET created_at = ? WHERE subject_id = ?', aged, orderId)
    const admin = await memberWithAuthenticator(service, 'ADMIN')
    const office = await openOffice(browser, service, screen)
    await signInByKeyboard(office, admin)
    const card = office.page.locator('#file-mouvements-lents')
    await card.getByRole('button', { name: 'Décider à la main' }).first().click()
    const form = dialogOf(office)
    await form.getByLabel("Ce que dit l'opérateur").selectOption('failed')
    await form.getByLabel('Comment vous le savez').fill('Appelé : rien chez eux.')
    await form.getByRole('button', { name: 'Recevoir le code par e-mail' }).click()
    await form.getByText("aucun incident n'existe pour ce mouvement").waitFor()
    await office.look('too-early')
    await service.sql('UPDATE gateway_transactions SET reported_at = ? WHERE subject_id = ?', aged, orderId)
    await decideByCode(office, admin, 'Enregistrer la décision')
    await isSaid(office, 'Le mouvement est décidé.')
    await office.go('Incidents')
    await office.page.getByText('Mouvement décidé à la main').first().waitFor()
    await office.look('decided')
    expect(office.faults).toEqual([])
    await office.close()
  })

  it('settles the debt of a wallet', { timeout: 90_000 }, async () => {
    const { seller } = await newOffer(service, 1)
    await service.sql(
      `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
       VALUES (?1, 'proof:given', ?1, ?2, 'platform:cash', 2500, 'USD', 1)`,
      ...[crypto.randomUUID(), `seller:${seller.profileId}:available`],
    )
    const admin = await memberWithAuthenticator(service, 'ADMIN')
    const office = await openOffice(browser, service, screen)
    await signInByKeyboard(office, admin)
    await office.page.goto(`${service.pages}/office#/portefeuilles/${seller.profileId}`)
    await office.page.getByRole('button', { name: 'Régler en USD' }).click()
    const form = dialogOf(office)
    await form.getByLabel('Comment').selectOption('WRITE_OFF')
    await form.getByLabel('Pourquoi').fill('Dette ancienne, vendeuse introuvable.')
    await office.look('settlement')
    await decideByCode(office, admin, 'Régler')
    await isSaid(office, 'Portefeuille réglé.')
    expect(await mustCall(service, admin, 'GET', `/wallet/admin/${seller.profileId}`)).toMatchObject({
      balances: expect.arrayContaining([expect.objectContaining({ currency: 'USD', available: '0.00' })]),
    })
    expect(office.faults).toEqual([])
    await office.close()
  })
})
