import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expenseBody } from '#testing/fixtures/inputs.ts'
import { codesTo, mustCall } from '#testing/running/call.ts'
import { placeOrder } from '#testing/running/parcels.ts'
import { newOffer, newPerson } from '#testing/running/people.ts'
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

// A decision about money at the office page survives a lost answer and a closed window, and says what it approves.

const [PHONE] = SCREENS as [(typeof SCREENS)[0]]
let service: RunningService
let browser: Browser
let admin: Member
let office: Office
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService({ forBrowser: true }), launchChromium()])
  admin = await memberWithAuthenticator(service, 'ADMIN')
  office = await openOffice(browser, service, PHONE)
  await signInByKeyboard(office, admin)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

const dialog = () => office.page.getByRole('dialog')
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const isSaid = (text: string) => office.page.locator('#said', { hasText: text }).waitFor()

/** Loses the answers of the next writes to an address: the service does what it is asked, and the page hears nothing. */
async function loseAnswers(path: string, times: number): Promise<string[]> {
  const keys: string[] = []
  await office.page.route(
    (url) => url.pathname.endsWith(path),
    async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().headers()['idempotency-key'] ?? '')
      if (keys.length > times) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    },
  )
  return keys
}

async function typeCode(known: number): Promise<void> {
  const field = dialog().getByLabel('Code reçu par e-mail')
  await field.waitFor()
  await expect
    .poll(() => codesTo(service, admin.email).then((codes) => codes.length), { timeout: 15_000 })
    .toBe(known + 1)
  await field.fill((await codesTo(service, admin.email))[0] ?? '')
}

describe('the start of the page', () => {
  it('asks nothing that can only be refused, and renews a session once for all that wait for it', {
    timeout: 60_000,
  }, async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.goto(`${service.pages}/office`)
    await page.getByLabel('Adresse e-mail').waitFor()
    expect(asked.filter((each) => each.includes('/api/'))).toEqual([])
    await context.close()

    const renewals: string[] = []
    office.page.on('request', (request) => request.url().includes('/refresh-token') && renewals.push(request.url()))
    await office.page.context().clearCookies({ name: /access/i })
    await office.go('Dépenses')
    await office.page.getByText('Approuvées :').waitFor()
    expect(renewals).toHaveLength(1)
  })
})

describe('an expense whose answer was lost', () => {
  it('is written down once, also after the window was closed and the page loaded again', {
    timeout: 90_000,
  }, async () => {
    const { page } = office
    const label = `Papier ${crypto.randomUUID()}`
    await office.go('Dépenses')
    const keys = await loseAnswers('/api/v1/expenses', 1)
    await page.getByRole('button', { name: 'Saisir une dépense' }).click()
    await dialog().getByLabel('Objet').fill(label)
    await dialog().getByLabel('Montant').fill('12')
    await press('Saisir')
    await dialog().getByText('Le service ne répond pas').waitFor()
    await office.look('lost')
    await page.keyboard.press('Escape')
    // The list is read again: the expense is there.
    await page.getByRole('heading', { name: label }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Saisir une dépense' }).click()
    expect(await dialog().getByLabel('Objet').inputValue()).toBe(label)
    await press('Saisir')
    await isSaid('Dépense saisie')
    expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]))
    expect(keys).toHaveLength(2)
    expect(await page.getByRole('heading', { name: label }).count()).toBe(1)
  })
})

describe('a step of a mailed code', () => {
  it('is not offered to an administrator whose code it is not', { timeout: 90_000 }, async () => {
    const { page } = office
    const [accountant, other] = [await newPerson(service, 'ACCOUNTANT'), await newPerson(service, 'ADMIN')]
    const label = `Encre ${crypto.randomUUID()}`
    const { id } = await mustCall(service, accountant, 'POST', '/expenses', { ...expenseBody(), label })
    await mustCall(service, other, 'POST', `/expenses/${id}/approve/request`)
    await page.reload()
    const card = page.locator('.card', { hasText: label })
    await card.getByText('Un autre administrateur a reçu le code').waitFor()
    expect(await card.getByRole('button', { name: /code/ }).count()).toBe(0)
    await office.look('not-mine')
  })

  it('preselects no decision, repeats what it approves, and opens again after it was closed', {
    timeout: 120_000,
  }, async () => {
    const { page } = office
    const { orderId } = await placeOrder(service, await newOffer(service, 5))
    const aged = Date.now() - 2 * 3_600_000
    await service.sql(
      'UPDATE gateway_transactions SET created_at = ?1, reported_at = ?1 WHERE subject_id = ?2',
      aged,
      orderId,
    )
    await office.go('À décider')
    const card = page.locator('#file-mouvements-lents .card').first()
    await card.getByRole('button', { name: 'Décider à la main' }).click()
    expect(await dialog().getByLabel("Ce que dit l'opérateur").inputValue()).toBe('')
    await dialog().getByLabel('Comment vous le savez').fill('Appelé : rien chez eux.')
    await press('Recevoir le code par e-mail')
    await dialog().getByText('Choisissez.').waitFor()
    await dialog().getByLabel("Ce que dit l'opérateur").selectOption('failed')
    const known = (await codesTo(service, admin.email)).length
    await press('Recevoir le code par e-mail')
    await dialog().getByText("L'argent n'est pas arrivé").waitFor()
    await office.look('code-step')
    await page.keyboard.press('Escape')
    await page.reload()
    await card.getByRole('button', { name: 'Saisir le code' }).click()
    await dialog().getByText("L'argent n'est pas arrivé").waitFor()
    await typeCode(known)
    await press('Enregistrer la décision')
    await isSaid('Le mouvement est décidé.')
  })

  it('says the failure of a refund in French', { timeout: 60_000 }, async () => {
    const { page } = office
    await page.route('**/api/v1/refunds?**', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const refund = {
        id: 'r',
        refundId: 'r',
        orderId: null,
        subscriptionPaymentId: 'p',
        amount: '3.00',
        currency: 'USD',
      }
      const failed = {
        status: 'FAILED',
        kind: 'FULL',
        failureReason: 'FAILED',
        phoneNumber: '243•••01',
        awaitsMyCode: false,
      }
      const more = {
        reason: null,
        rejectionReason: null,
        gateway: 'A',
        completedAt: null,
        returnedAt: null,
        orderNumber: null,
      }
      body.data.refunds = [{ ...refund, ...failed, ...more, createdAt: new Date().toISOString() }]
      await route.fulfill({ response: answer, json: body })
    })
    await office.go('Remboursements')
    await page.getByText("refusé par l'opérateur", { exact: true }).waitFor()
  })
})

describe('a decision', () => {
  it('about a reported product is made in sight of it, and changes the counts of the page', {
    timeout: 60_000,
  }, async () => {
    const { page } = office
    const { productId } = await newOffer(service, 5)
    const person = await newPerson(service)
    await mustCall(service, person, 'POST', `/products/${productId}/report`, { reasonCode: 'COUNTERFEIT' })
    await office.go('Plans')
    await office.go('À décider')
    const chip = page.getByRole('button', { name: /^Signalements/ })
    const card = page.locator('#file-signalements .card')
    await card.getByText('12,50 USD').waitFor()
    await card.getByRole('link').waitFor()
    await expect.poll(() => card.locator('.pictures img').count()).toBeGreaterThan(0)
    await office.look('reported')
    const products = Number((await page.getByRole('button', { name: /^Produits/ }).innerText()).match(/\d+/)?.[0])
    await card.getByRole('button', { name: 'Retirer le produit' }).click()
    await dialog().getByLabel('Raison').fill('Une contrefaçon.')
    const keys = await loseAnswers('/resolve', 1)
    await press('Retirer le produit')
    await dialog().getByText('Le service ne répond pas').waitFor()
    // A second press finds its own act, and blames no colleague.
    await press('Retirer le produit')
    await isSaid("C'est retiré de la vente.")
    expect(new Set(keys).size).toBe(1)
    await expect.poll(() => chip.innerText()).toMatch(/0/)
    // The product that was taken down left the list of those that wait.
    await expect
      .poll(async () => Number((await page.getByRole('button', { name: /^Produits/ }).innerText()).match(/\d+/)?.[0]))
      .toBe(products - 1)
  })
})

describe('a value that leaps', () => {
  it.each([
    ['Réglages du marché', 'Commission, en pour cent', '100', 'Commission : 0 % devient 100 %', 'Réglage changé.'],
    ['Plans', 'USD par mois', '9000', 'devient 9 000,00 USD', 'Prix fixés.'],
  ])(
    '%s: is shown beside the old one before it is sent',
    { timeout: 60_000 },
    async (place, label, value, said, done) => {
      const { page } = office
      await office.go(place)
      await page
        .getByRole('button', { name: /^(Changer|Fixer les prix)/ })
        .first()
        .click()
      await dialog().getByLabel(label).fill(value)
      const send = dialog().getByRole('button', { name: /^(Enregistrer|Fixer)$/ })
      await send.click()
      await dialog().getByText(said.replaceAll(' ', '\u00a0')).or(dialog().getByText(said)).first().waitFor()
      // A key that bounced does not send it.
      await send.click()
      await dialog().getByText('appuyez de nouveau').waitFor()
      await office.look(`leap-${place}`)
      await page.waitForTimeout(2100)
      await send.click()
      await isSaid(done)
    },
  )
})

describe('a booking of the bank', () => {
  it('asks for the operator where there is one, and says that its statement is lost with the page', {
    timeout: 60_000,
  }, async () => {
    const { page } = office
    await office.go('Banque et frais')
    const file = { name: 'releve.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.reload()
    await page.getByRole('button', { name: 'Demander une écriture' }).click()
    await dialog().getByText('Le relevé releve.pdf ne survit pas').waitFor()
    await dialog().getByLabel('Écriture').selectOption('EXCHANGE')
    expect(await dialog().getByLabel('Opérateur').count()).toBe(0)
    await dialog().getByLabel('Écriture').selectOption('TOP_UP')
    expect(await dialog().getByText('facultatif').count()).toBe(0)
    expect(await dialog().getByLabel('Opérateur').inputValue()).toBe('')
    await office.look('booking')
    await page.keyboard.press('Escape')
  })

  it('has seen no script fail, and nothing that the policy refused', () => {
    expect(office.faults.filter((fault) => !fault.includes('ERR_CONNECTION_RESET'))).toEqual([])
  })
})
