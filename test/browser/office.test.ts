import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expenseBody } from '#testing/fixtures/inputs.ts'
import { codesTo, mustCall, pause } from '#testing/running/call.ts'
import { payOrder } from '#testing/running/parcels.ts'
import { newOffer, newPerson, type Offer } from '#testing/running/people.ts'
import { type RunningService, startService } from '#testing/running/start.ts'
import { launchChromium } from './chromium.ts'
import { memberWithAuthenticator, openOffice, pagesOf, SCREENS, signInByKeyboard } from './office-visit.ts'

// The office page in a real browser: a day of an administrator, of a support agent and of an accountant, on a phone and on a desk.

let service: RunningService
let browser: Browser
let offer: Offer

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService({ forBrowser: true }), launchChromium()])
  offer = await newOffer(service, 20)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

/** An order that is paid, once the payment is known. */
async function paidOrder() {
  const purchase = await payOrder(service, offer, { fulfillmentMethod: 'PICKUP' })
  for (let tries = 0; tries < 200; tries++) {
    const order = await mustCall(service, purchase.buyer, 'GET', `/orders/${purchase.orderId}`)
    if (order.paymentStatus === 'PAID') return { ...purchase, number: order.number as string }
    await pause(50)
  }
  throw new Error('the order was never paid')
}

describe.each(SCREENS)('on a $name', (screen) => {
  it('takes an administrator from the sign-in to an approved refund', { timeout: 120_000 }, async () => {
    const admin = await memberWithAuthenticator(service, 'ADMIN')
    const order = await paidOrder()
    const rider = await newPerson(service)
    await mustCall(service, rider, 'POST', '/riders/apply', { vehicleType: 'MOTO' })
    const office = await openOffice(browser, service, screen)
    const { page } = office
    await office.look('sign-in')
    await signInByKeyboard(office, admin)

    // Somebody who wants to deliver waits, and is approved.
    const riders = page.locator('#file-livreurs')
    await riders.waitFor()
    await office.look('decide')
    await riders.getByRole('button', { name: 'Approuver' }).first().click()
    await office.look('decide-confirm')
    await page.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click()
    await page.locator('#said', { hasText: 'peut livrer' }).waitFor()
    await expect
      .poll(() =>
        mustCall(service, rider, 'GET', '/riders/me').then(
          ({ status }) => status,
          () => '',
        ),
      )
      .toBe('ACTIVE')

    // An order is found by its number, and its money given back by the code of the mail.
    await office.go('Commandes')
    await page.getByRole('searchbox').fill(order.number)
    await page.keyboard.press('Enter')
    await page.getByText('1 commande ·').waitFor()
    await office.look('orders')
    await page.getByRole('link', { name: order.number }).click()
    await page.getByRole('heading', { level: 1, name: order.number }).waitFor()
    await office.look('order')
    await page.getByRole('button', { name: 'Rembourser' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Montant').fill('999999')
    await dialog.getByLabel('Raison').fill('Le colis est arrivé vide.')
    await dialog.getByRole('button', { name: 'Recevoir le code' }).click()
    await dialog.getByRole('alert').waitFor()
    await office.look('refund-refused')
    await dialog.getByLabel('Montant').fill('')
    await dialog.getByRole('button', { name: 'Recevoir le code' }).click()
    await dialog.getByLabel('Code reçu par e-mail').waitFor()
    await office.look('refund-code')
    await expect.poll(() => codesTo(service, admin.email).then((codes) => codes.length), { timeout: 10_000 }).toBe(1)
    await dialog.getByLabel('Code reçu par e-mail').fill((await codesTo(service, admin.email))[0] ?? '')
    await dialog.getByRole('button', { name: 'Envoyer le remboursement' }).click()
    await page.locator('#said', { hasText: 'Le remboursement est parti.' }).waitFor()
    const [refund] = await service.sql('SELECT status FROM refunds WHERE order_id = ?', order.orderId)
    expect(['PROCESSING', 'SUCCEEDED']).toContain(refund?.status)
    await office.look('refunded')

    // Every other page is there, and none is wider than the screen.
    for (const title of (await pagesOf(office)).slice(1)) {
      await office.go(title ?? '')
      await expect.poll(() => page.getByText('Chargement…').count(), { timeout: 10_000 }).toBe(0)
      if (title === 'Chiffres') await expect.poll(() => page.locator('.chart canvas').count()).toBe(5)
      await office.look(`page-${title}`)
      expect(await page.getByRole('alert').count(), title ?? '').toBe(0)
    }
    expect(office.faults).toEqual([])
    await office.close()
  })

  it('lets a support agent see refunds and give none', { timeout: 60_000 }, async () => {
    const support = await memberWithAuthenticator(service, 'SUPPORT')
    const order = await paidOrder()
    const office = await openOffice(browser, service, screen)
    const { page } = office
    await signInByKeyboard(office, support)
    expect(await pagesOf(office)).toEqual([
      'À décider',
      'Commandes',
      'Incidents',
      'Tickets',
      'Personnes',
      'Chiffres',
      'Remboursements',
      'Annonces',
      'Blog',
      'Catégories',
      'État du service',
      'Notifications',
      'Mon compte',
    ])
    await office.go('Commandes')
    await page.getByRole('searchbox').fill(order.phone)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: order.number }).click()
    await page.getByRole('button', { name: 'Annuler la commande' }).waitFor()
    expect(await page.getByRole('button', { name: 'Rembourser' }).count()).toBe(0)
    // The service decides, not the page.
    const body = JSON.stringify({ orderId: order.orderId, reason: 'Sans droit' })
    const init = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} }`
    expect(await page.evaluate(`fetch('/api/v1/refunds/request-approval', ${init}).then(({ status }) => status)`)).toBe(
      403,
    )
    await page.getByLabel('Note').fill('Appelé : attend son colis.')
    await page.getByRole('button', { name: 'Noter' }).click()
    await page.getByText('Appelé : attend son colis.').waitFor()
    await office.look('support-order')
    await office.go('Chiffres')
    await expect.poll(() => page.locator('.chart canvas').count()).toBe(3)
    expect(await page.getByText('USD').count()).toBe(0)
    expect(office.faults).toEqual([])
    await office.close()
  })

  it('shows an accountant money only, and leaves decisions to administrators', { timeout: 60_000 }, async () => {
    const accountant = await memberWithAuthenticator(service, 'ACCOUNTANT')
    await mustCall(service, accountant, 'POST', '/expenses', expenseBody())
    const office = await openOffice(browser, service, screen)
    const { page } = office
    await signInByKeyboard(office, accountant)
    expect(await pagesOf(office)).toEqual([
      'À décider',
      'Chiffres',
      'Remboursements',
      'Versements',
      'Dépenses',
      'Banque et frais',
      'Portefeuilles',
      'Factures',
      'Grand livre',
      'Réglages du marché',
      'Taux de change',
      'État du service',
      'Notifications',
      'Mon compte',
    ])
    await page.locator('#file-depenses').getByText('Loyer du dépôt').first().waitFor()
    expect(await page.locator('#file-depenses').getByRole('button', { name: 'Approuver' }).count()).toBe(0)
    await office.look('accountant-decide')
    await page.goto(`${service.pages}/office#/personnes`)
    await page.getByText("elle n'est pas pour votre rôle").waitFor()
    await office.go('Grand livre')
    await page.getByText(/Les \d+ contrôles sont bons/).waitFor()
    await office.look('accountant-ledger')
    expect(office.faults).toEqual([])
    await office.close()
  })
})

describe('the page itself', () => {
  it('says what may run in it, and nothing comes from elsewhere', async () => {
    const answer = await fetch(`${service.pages}/office`)
    expect(answer.status).toBe(200)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(await answer.text()).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)|https?:\/\//)
  })

  it('goes back to the sign-in when the session is ended elsewhere', { timeout: 60_000 }, async () => {
    const support = await memberWithAuthenticator(service, 'SUPPORT')
    const office = await openOffice(browser, service, SCREENS[1] ?? { name: 'desk', width: 1280, height: 800 })
    await signInByKeyboard(office, support)
    await service.sql('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', support.id)
    await office.page.reload()
    await office.page.getByRole('heading', { name: 'Se connecter' }).waitFor()
    await office.close()
  })
})
