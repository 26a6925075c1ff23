import { TOTP } from 'otpauth'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expenseBody } from '#testing/fixtures/inputs.ts'
import { codesTo, mustCall } from '#testing/running/call.ts'
import { payOrder } from '#testing/running/parcels.ts'
import { newOffer, newPerson, type Offer, paperForm } from '#testing/running/people.ts'
import { type RunningService, startService } from '#testing/running/start.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { launchChromium } from './chromium.ts'
import { type Member, memberWithAuthenticator, type Office, openOffice, signInByKeyboard } from './office-visit.ts'

// Acts of the team at the office page beside refunds, each once, on a desk.

const DESK = { name: 'work', width: 1280, height: 900 }
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
const press = (office: Office, name: string) => dialogOf(office).getByRole('button', { name, exact: true }).click()
const isSaid = ({ page }: Office, text: string) => page.locator('#said', { hasText: text }).waitFor()

/** Types the code that the mail brought into the window that waits for it. */
async function typeCode(office: Office, { email }: Member, known: number): Promise<void> {
  const field = dialogOf(office).getByLabel('Code reçu par e-mail')
  await field.waitFor()
  await expect.poll(() => codesTo(service, email).then((codes) => codes.length), { timeout: 10_000 }).toBe(known + 1)
  await field.fill((await codesTo(service, email))[0] ?? '')
}

describe('an administrator', () => {
  let admin: Member
  let office: Office
  beforeAll(async () => {
    admin = await memberWithAuthenticator(service, 'ADMIN')
    office = await openOffice(browser, service, DESK)
  }, 60_000)
  afterAll(() => office.close())

  it('reads the paper of somebody who wants to deliver, and refuses', { timeout: 60_000 }, async () => {
    const rider = await newPerson(service)
    await mustCall(service, rider, 'POST', '/riders/apply', { vehicleType: 'MOTO' })
    await mustCall(service, rider, 'POST', '/riders/me/documents', paperForm('DRIVER_LICENSE'))
    await signInByKeyboard(office, admin)
    const { page } = office
    await page.getByRole('button', { name: 'Permis de conduire' }).click()
    const picture = page.getByRole('img', { name: 'Permis de conduire' })
    await picture.waitFor()
    await expect
      .poll(() => picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth))
      .toBeGreaterThan(0)
    await office.look('paper')
    await page.keyboard.press('Escape')
    await page.locator('#file-livreurs').getByRole('button', { name: 'Refuser' }).click()
    await dialogOf(office).getByLabel('Raison').fill('Le permis est illisible.')
    await press(office, 'Refuser')
    await isSaid(office, 'est refusé')
  })

  it('approves an expense of accounting by the mailed code', { timeout: 60_000 }, async () => {
    const accountant = await newPerson(service, 'ACCOUNTANT')
    const { id } = await mustCall(service, accountant, 'POST', '/expenses', expenseBody())
    await office.go('Dépenses')
    await office.page.getByRole('button', { name: 'Approuver' }).click()
    await press(office, 'Recevoir le code par e-mail')
    await typeCode(office, admin, 0)
    await dialogOf(office).getByRole('button', { name: 'Approuver' }).click()
    await isSaid(office, 'Dépense approuvée.')
    expect(await mustCall(service, accountant, 'GET', `/expenses/${id}`)).toMatchObject({ status: 'APPROVED' })
  })

  it('pays out by the mailed code', { timeout: 60_000 }, async () => {
    const { page } = office
    await office.go('Versements')
    await page.getByRole('button', { name: 'Nouveau versement' }).click()
    const dialog = dialogOf(office)
    await dialog.getByLabel('Montant').fill('12,50')
    await dialog.getByLabel('Numéro du destinataire').fill('+243 810 001 789')
    await dialog.getByLabel('Motif').fill('Essai du versement')
    await office.look('payout')
    await press(office, 'Recevoir le code par e-mail')
    await dialog.getByLabel('Code reçu par e-mail').waitFor()
    // The window is closed before the mail is there; the payout waits in the list.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Saisir le code' }).click()
    await typeCode(office, admin, 1)
    await dialog.getByRole('button', { name: 'Envoyer 12,50' }).click()
    await isSaid(office, 'Le versement est parti.')
    await page.getByText('12,50 USD').waitFor()
  })

  it('blocks somebody and frees them', { timeout: 60_000 }, async () => {
    const { page } = office
    const person = await newPerson(service)
    await office.go('Personnes')
    await page.getByRole('searchbox').fill(person.email)
    await page.keyboard.press('Enter')
    await page.getByText('1 personne', { exact: true }).waitFor()
    await page.getByRole('main').getByRole('link').first().click()
    await page.getByRole('button', { name: 'Bloquer' }).click()
    await dialogOf(office).getByLabel('Raison').fill('Commandes fausses.')
    await press(office, 'Bloquer')
    await isSaid(office, 'est bloqué')
    await page.getByText('Commandes fausses.').waitFor()
    await office.look('blocked')
    await page.getByRole('button', { name: 'Débloquer' }).click()
    await press(office, 'Débloquer')
    await isSaid(office, 'peut de nouveau se connecter')
  })

  it('sets a rate, makes a zone and a category, and changes a plan', { timeout: 60_000 }, async () => {
    const { page } = office
    await office.go('Taux de change')
    await page.getByRole('button', { name: 'Fixer un taux' }).click()
    await dialogOf(office).getByLabel('vaut').fill('2 910,5')
    await press(office, 'Fixer')
    await isSaid(office, 'Taux fixé.')
    await page
      .getByText(/2\s910,5/)
      .first()
      .waitFor()

    await office.go('Zones de livraison')
    await page.getByRole('button', { name: 'Nouvelle zone' }).click()
    const values = { Nom: 'Uvira', Ville: 'Uvira', Latitude: '-3,395', Longitude: '29.137', Rayon: '4', Frais: '1.50' }
    for (const [label, value] of Object.entries(values)) await dialogOf(office).getByLabel(label).fill(value)
    await press(office, 'Créer')
    await isSaid(office, 'Zone créée.')
    await page.getByRole('heading', { name: 'Uvira' }).waitFor()

    await office.go('Catégories')
    await page.getByRole('button', { name: 'Nouvelle catégorie' }).click()
    await dialogOf(office).getByLabel('Nom').fill('Mode')
    await press(office, 'Créer')
    await dialogOf(office).getByRole('alert').waitFor()
    await dialogOf(office).getByLabel('Nom').fill('Instruments de musique')
    await press(office, 'Créer')
    await isSaid(office, 'Catégorie créée.')

    await office.go('Plans')
    await page.getByRole('button', { name: 'Modifier' }).first().click()
    await dialogOf(office).getByLabel('Produits au plus').fill('7')
    await press(office, 'Enregistrer')
    await isSaid(office, 'Plan modifié.')
    await page.getByRole('button', { name: 'Fixer les prix' }).last().click()
    await office.look('prices')
    await press(office, 'Fixer')
    await isSaid(office, 'Prix fixés.')
  })

  it('has seen no script fail, and nothing that the policy refused', () => {
    expect(office.faults).toEqual([])
  })
})

describe('somebody of the team without a second factor', () => {
  it('is told so, proves that it is she, and adds an authenticator', { timeout: 60_000 }, async () => {
    const person = await newPerson(service, 'SUPPORT')
    const office = await openOffice(browser, service, DESK)
    const { page } = office
    await page.getByLabel('Adresse e-mail').fill(person.email)
    await page.getByLabel('Mot de passe').fill(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: "ajoutez une application d'authentification" }).click()
    await page.getByRole('heading', { level: 1, name: 'Mon compte' }).waitFor()
    await service.sql('UPDATE sessions SET proven_at = 1 WHERE user_id = ?', person.id)
    await page.getByRole('button', { name: 'Activer' }).click()
    const proof = dialogOf(office).getByLabel(/mot de passe/)
    await proof.fill('pas-celui-la')
    await press(office, 'Continuer')
    await dialogOf(office).getByRole('alert').waitFor()
    await proof.fill(DEMO_PASSWORD)
    await press(office, 'Continuer')
    await page.getByRole('img', { name: 'Code QR' }).waitFor()
    await office.look('authenticator')
    const totp = new TOTP({ secret: (await page.locator('code').textContent()) ?? '' })
    await page.getByLabel("Code affiché par l'application").fill(totp.generate())
    await page.getByRole('button', { name: 'Confirmer' }).click()
    await expect.poll(() => page.locator('.codes li').count()).toBe(10)
    await page.getByRole('button', { name: 'Je les ai gardés' }).click()
    await page.getByText('activée', { exact: true }).waitFor()
    expect(office.faults).toEqual([])
    await office.close()
  })
})

describe('a support agent', () => {
  it('answers a ticket, notes between colleagues, and decides an incident', { timeout: 60_000 }, async () => {
    const support = await memberWithAuthenticator(service, 'SUPPORT')
    const { buyer, orderId } = await payOrder(service, offer)
    const ticket = await mustCall(service, buyer, 'POST', '/support/tickets', {
      ...{ subject: 'Mon colis tarde', category: 'DELIVERY', body: 'Où est-il ?' },
    })
    await mustCall(service, buyer, 'POST', '/incidents', {
      ...{ type: 'ORDER', title: 'Colis abîmé', description: 'Le panier est cassé.', orderId },
    })
    const office = await openOffice(browser, service, DESK)
    const { page } = office
    await signInByKeyboard(office, support)
    await page.locator('#file-tickets').waitFor()
    await office.look('support-decide')
    await page.locator('#file-tickets').getByRole('button', { name: 'Prendre' }).click()
    await press(office, 'Prendre')
    await isSaid(office, 'Le ticket est à vous.')
    await page.locator('#file-incidents').getByRole('button', { name: 'Trancher' }).click()
    await dialogOf(office).getByLabel('Décision').selectOption('SELLER')
    await dialogOf(office).getByLabel('Ce qui a été décidé').fill('Le vendeur remplace le panier.')
    await press(office, 'Trancher')
    await isSaid(office, 'Incident résolu.')

    await office.go('Tickets')
    await page.getByRole('link', { name: 'Mon colis tarde' }).click()
    await page.getByLabel('Message').fill('Il arrive demain.')
    await page.getByRole('button', { name: 'Envoyer' }).click()
    await page.locator('.story').getByText('Il arrive demain.').waitFor()
    await page.getByLabel('Message').fill('Le livreur est malade.')
    await page.getByLabel('Entre collègues').check()
    await page.getByRole('button', { name: 'Envoyer' }).click()
    await page.locator('.story').getByText('Le livreur est malade.').waitFor()
    await office.look('ticket')
    const { messages } = await mustCall(service, buyer, 'GET', `/support/tickets/${ticket.id}`)
    expect(messages.map(({ body }: { body: string }) => body)).toEqual(['Où est-il ?', 'Il arrive demain.'])
    expect(office.faults).toEqual([])
    await office.close()
  })
})
