import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshPhone, PROFILE } from '#testing/fixtures/inputs.ts'
import { call, codesTo, mustCall } from '#testing/running/call.ts'
import { newOffer, newPerson, type Offer, orderPlan } from '#testing/running/people.ts'
import { type RunningService, startService } from '#testing/running/start.ts'
import { drawPicture } from '../../scripts/seed/picture.ts'
import { launchChromium } from './chromium.ts'
import { memberWithAuthenticator, type Office, openOffice, SCREENS, signInByKeyboard } from './office-visit.ts'

// Texts, settings and searches of the team at the office page, each once; every page is looked at on a phone and on a desk.

const DESK = { name: 'pages', width: 1280, height: 900 }
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
const cardOf = ({ page }: Office, text: string) => page.locator('.card', { hasText: text }).first()

/** Keeps a page as a picture at each width. */
async function lookAtBoth(office: Office, what: string): Promise<void> {
  for (const { name, width, height } of SCREENS) {
    await office.page.setViewportSize({ width, height })
    await office.look(`${what}-${name}`)
  }
}

async function visit(role: 'ADMIN' | 'SUPPORT' | 'ACCOUNTANT') {
  const member = await memberWithAuthenticator(service, role)
  const office = await openOffice(browser, service, DESK)
  await signInByKeyboard(office, member)
  return { member, office, page: office.page }
}

describe('a support agent', () => {
  let office: Office
  let visited: Awaited<ReturnType<typeof visit>>
  beforeAll(async () => {
    visited = await visit('SUPPORT')
    office = visited.office
  }, 60_000)
  afterAll(() => office.close())

  it('writes a post, gives it a cover, publishes it and takes it away', { timeout: 60_000 }, async () => {
    const { page } = office
    const body = '# Le marché\n\n    du code\n\n- un\n- deux <b>gras</b>\n'
    await office.go('Blog')
    await page.getByRole('link', { name: 'Nouvel article' }).click()
    await page.getByRole('button', { name: 'Garder comme brouillon' }).click()
    await page.getByText('À remplir.').first().waitFor()
    await page.getByLabel('Titre').fill('Ouverture à Goma')
    await page.getByLabel('Texte, en Markdown').fill(body)
    await page.getByLabel('Mots-clés').fill('Goma, marché')
    await page.getByRole('button', { name: 'Garder comme brouillon' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ouverture à Goma' }).waitFor()
    expect((await call(service, null, 'GET', '/blog/slug/ouverture-a-goma')).status).toBe(404)

    const cover = { name: 'marche.png', mimeType: 'image/png', buffer: Buffer.from(drawPicture('packet', 80)) }
    const chooser = page.getByLabel('Choisir une couverture')
    await chooser.setInputFiles({ ...cover, buffer: Buffer.from('ceci n’est pas une image') })
    await page.getByRole('alert').waitFor()
    // The text under way is not lost by it.
    await page.getByLabel('Résumé').fill('Soko ouvre à Goma.')
    await chooser.setInputFiles(cover)
    const picture = page.getByRole('img', { name: 'Couverture' })
    await picture.waitFor()
    await expect
      .poll(() => picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(await page.getByLabel('Résumé').inputValue()).toBe('Soko ouvre à Goma.')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await isSaid(office, 'Article enregistré.')
    await lookAtBoth(office, 'post')

    await page.getByRole('button', { name: 'Publier', exact: true }).click()
    await press(office, 'Publier')
    await isSaid(office, "L'article est publié.")
    const post = await mustCall(service, null, 'GET', '/blog/slug/ouverture-a-goma')
    expect(post).toMatchObject({ body, excerpt: 'Soko ouvre à Goma.', tags: ['Goma', 'marché'] })
    expect(post.coverUrl).toEqual(expect.any(String))

    await page.getByRole('button', { name: 'Dépublier' }).click()
    await press(office, 'Dépublier')
    await isSaid(office, 'redevenu un brouillon')
    await page.getByLabel('Titre').fill('Ouverture à Bukavu')
    // A colleague saved it meanwhile: nothing of theirs is written over.
    await mustCall(service, visited.member, 'PUT', `/blog/${post.id}`, { excerpt: 'Autre résumé.' })
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Archiver' }).click()
    await press(office, 'Archiver')
    await isSaid(office, "L'article est archivé.")
    await office.go('Blog')
    await cardOf(office, 'Ouverture à Goma').getByText('archivé', { exact: true }).waitFor()
    await lookAtBoth(office, 'blog')
  })

  it('tells something to two people by name, who read it once', { timeout: 60_000 }, async () => {
    const { page } = office
    const people = [await newPerson(service), await newPerson(service)]
    await office.go('Annonces')
    await page.getByLabel('Destinataires').selectOption('SOME')
    expect(await page.getByRole('button', { name: "Écrire l'annonce" }).count()).toBe(0)
    for (const { email } of people) {
      await page.getByRole('searchbox').fill(email)
      await page.keyboard.press('Enter')
      await page.locator('.lines li', { hasText: email }).getByRole('button', { name: 'Ajouter' }).click()
    }
    await lookAtBoth(office, 'broadcast')
    await page.getByRole('button', { name: "Écrire l'annonce" }).click()
    await dialogOf(office).getByRole('heading', { name: '2 personnes' }).waitFor()
    await dialogOf(office).getByLabel('Titre').fill('Marché fermé lundi')
    await dialogOf(office).getByLabel('Message').fill('Nous rouvrons mardi.')
    await press(office, 'Envoyer')
    await page.getByText('2 personnes la liront').waitFor()
    await service.cron()
    for (const person of people)
      await expect
        .poll(() =>
          mustCall(service, person, 'GET', '/notifications').then(
            ({ notifications }) =>
              notifications.filter(({ title }: { title: string }) => title === 'Marché fermé lundi').length,
          ),
        )
        .toBe(1)
  })

  it('reads what she was told herself, and puts it away', { timeout: 60_000 }, async () => {
    const admin = await newPerson(service, 'ADMIN')
    const audience = { userIds: [visited.member.id] }
    await mustCall(service, admin, 'POST', '/notifications', { audience, title: 'Réunion à 10 h', body: 'Au bureau.' })
    await service.cron()
    await office.go('Notifications')
    const card = cardOf(office, 'Réunion à 10 h')
    await card.getByRole('button', { name: 'Marquer comme lue' }).click()
    await expect.poll(() => card.getByText('non lue', { exact: true }).count()).toBe(0)
    await lookAtBoth(office, 'notices')
    await card.getByRole('button', { name: 'Supprimer' }).click()
    await press(office, 'Supprimer')
    await isSaid(office, 'Notification supprimée.')
    await card.waitFor({ state: 'detached' })
    expect(office.faults).toEqual([])
  })
})

describe('an administrator', () => {
  let office: Office
  let visited: Awaited<ReturnType<typeof visit>>
  beforeAll(async () => {
    visited = await visit('ADMIN')
    office = visited.office
  }, 60_000)
  afterAll(() => office.close())

  it('sets what leaves in a day, what the market takes and who shows a paper', { timeout: 60_000 }, async () => {
    const { page } = office
    await office.go('Réglages du marché')
    const dollars = page.locator('.panel', { has: page.getByRole('heading', { name: 'En USD' }) })
    await dollars.getByRole('button', { name: 'Changer' }).click()
    await dialogOf(office).getByLabel('Retrait minimum').fill('2,50')
    await dialogOf(office).getByLabel('Retraits au plus').fill('1')
    await dialogOf(office).getByLabel('Commission').fill('7,5')
    await press(office, 'Enregistrer')
    await dialogOf(office).locator('.wrong').waitFor()
    await dialogOf(office).getByLabel('Retraits au plus').fill('1 000')
    await press(office, 'Enregistrer')
    await isSaid(office, 'Réglage changé.')
    await dollars.getByText('7,5 %').waitFor()
    const identity = page.locator('.panel', { has: page.getByRole('heading', { name: 'Identité' }) })
    await identity.getByRole('button', { name: 'Changer' }).click()
    await dialogOf(office).getByLabel('Identité vérifiée').selectOption('WITHDRAWAL')
    await press(office, 'Enregistrer')
    await identity.getByText("Exigée pour retirer de l'argent").waitFor()
    await lookAtBoth(office, 'settings')
    const { settings, kycRequiredFor } = await mustCall(service, visited.member, 'GET', '/wallet/settings/platform')
    expect(settings).toContainEqual({
      ...{ currency: 'USD', minPayout: '2.50', maxPayoutPerDay: '1000.00', commissionRate: '7.50' },
    })
    expect(kycRequiredFor).toBe('WITHDRAWAL')
  })

  it('reads a wallet, freezes it and frees it', { timeout: 60_000 }, async () => {
    const { page } = office
    const { profileId } = offer.seller
    await service.sql(
      `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
       VALUES (?1, 'order:completed', ?1, 'platform:cash', ?2, 4250, 'USD', ?3)`,
      ...[crypto.randomUUID(), `seller:${profileId}:available`, Date.now()],
    )
    const isFrozen = () =>
      mustCall(service, visited.member, 'GET', `/wallet/admin/${profileId}`).then(({ frozen }) => frozen)
    await office.go('Portefeuilles')
    await page.getByRole('searchbox').fill('Kivu')
    await page.keyboard.press('Enter')
    await cardOf(office, 'Kivu Frais').getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Kivu Frais' }).waitFor()
    await page.locator('.lines', { hasText: 'gain du vendeur' }).getByText('42,50').waitFor()
    await page.getByRole('button', { name: 'Geler' }).click()
    await dialogOf(office).getByLabel('Raison').fill('Plainte en cours.')
    await press(office, 'Geler')
    await isSaid(office, 'Portefeuille gelé.')
    await page.getByText('Plainte en cours.').waitFor()
    expect(await isFrozen()).toBe(true)
    await lookAtBoth(office, 'wallet')
    await page.getByRole('button', { name: 'Dégeler' }).click()
    await press(office, 'Dégeler')
    await isSaid(office, 'Portefeuille dégelé.')
    expect(await isFrozen()).toBe(false)
  })

  it('decides by hand the deposit that gateway A never answered for, from its incident', {
    timeout: 60_000,
  }, async () => {
    const seller = await newPerson(service)
    await mustCall(service, seller, 'POST', '/seller/profile', PROFILE)
    const wanted = await orderPlan(service, 'Vendeur', freshPhone('123'))
    const { depositId } = await mustCall(service, seller, 'POST', '/subscriptions', wanted)
    await service.sql(
      `UPDATE gateway_transactions SET created_at = created_at - 172800000, sent_at = sent_at - 172800000, next_check_at = next_check_at + 172800000
       WHERE reference = ?`,
      depositId,
    )
    await service.cron()
    await expect
      .poll(() => service.sql('SELECT id FROM incidents WHERE description LIKE ?', `%${depositId}%`), {
        timeout: 15_000,
      })
      .toHaveLength(1)
    await office.go('Incidents')
    const card = cardOf(office, `sous ${depositId}`)
    await lookAtBoth(office, 'incidents')
    await card.getByRole('button', { name: 'Décider du mouvement' }).click()
    await dialogOf(office).getByLabel("Ce que dit l'opérateur").selectOption('succeeded')
    await dialogOf(office).getByLabel('Comment vous le savez').fill('Relevé de pawaPay.')
    await press(office, 'Recevoir le code par e-mail')
    const field = dialogOf(office).getByLabel('Code reçu par e-mail')
    await field.waitFor()
    await expect
      .poll(async () => (await codesTo(service, visited.member.email)).length, { timeout: 15_000 })
      .toBeGreaterThan(0)
    await field.fill((await codesTo(service, visited.member.email))[0] ?? '')
    await press(office, 'Enregistrer la décision')
    await isSaid(office, 'Le mouvement est décidé')
    // The end of the trouble closes its incident.
    await expect.poll(() => card.getByRole('button', { name: /Décider|Classer/ }).count()).toBe(0)
    await lookAtBoth(office, 'incident-over')
    const { subscription } = await mustCall(service, seller, 'GET', '/subscriptions/me')
    expect(subscription).toMatchObject({ planId: wanted.planId, status: 'ACTIVE' })
  })

  it('keeps the invoice of it as PDF, and declares it void', { timeout: 60_000 }, async () => {
    const { page } = office
    await office.go('Factures')
    const card = page.locator('.card').first()
    await card.getByRole('link', { name: 'Kivu Frais' }).waitFor()
    await lookAtBoth(office, 'invoices')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: 'Télécharger en PDF' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^FAC-\d{4}-\d+\.pdf$/)
    expect(readFileSync(await file.path(), 'latin1')).toMatch(/^%PDF-/)
    await card.getByRole('button', { name: 'Annuler la facture' }).click()
    await dialogOf(office).getByLabel('Raison').fill('Nom erroné.')
    await press(office, 'Annuler la facture')
    await isSaid(office, 'Facture annulée.')
    await card.getByText('annulée', { exact: true }).waitFor()
    await page.getByLabel('État').selectOption('PAID')
    await page.getByText('Aucune facture.').waitFor()
  })

  it('finds in the record who froze a wallet, and all that was done to it', { timeout: 60_000 }, async () => {
    const { page } = office
    await office.go('Registre des actes')
    await page.getByLabel('Acte').selectOption('wallet.freeze')
    const card = cardOf(office, 'Plainte en cours.')
    await card.getByText('Portefeuille : gel').waitFor()
    await card.getByRole('link', { name: 'Test ADMIN' }).waitFor()
    await lookAtBoth(office, 'record')
    await card.getByRole('button', { name: 'Tout sur cette chose' }).click()
    await page.getByLabel('Acte').selectOption('')
    await page.getByRole('heading', { name: 'Portefeuille : dégel' }).first().waitFor()
    await page.getByRole('button', { name: 'Actes sur une chose' }).click()
    await page.getByRole('searchbox').fill('personne-de-ce-nom')
    await page.keyboard.press('Enter')
    await page.getByText('Personne ne correspond.').waitFor()
    await page.getByRole('searchbox').fill(visited.member.email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Réglages : modification' }).first().waitFor()
    await page.getByLabel('Au', { exact: true }).fill('2020-01-01')
    await page.getByText('Aucun acte.').waitFor()
  })

  it('has seen no script fail, and nothing that the policy refused', () => {
    expect(office.faults).toEqual([])
  })
})

describe('an accountant', () => {
  it('reads money and changes none of it', { timeout: 60_000 }, async () => {
    const { office, page } = await visit('ACCOUNTANT')
    await office.go('Réglages du marché')
    await page.getByText('7,5 %').waitFor()
    expect(await page.getByRole('button', { name: 'Changer' }).count()).toBe(0)
    await office.go('Factures')
    await page.getByRole('button', { name: 'Télécharger en PDF' }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Annuler la facture' }).count()).toBe(0)
    await office.go('Portefeuilles')
    await cardOf(office, 'Kivu Frais').getByRole('link').click()
    await page.getByRole('heading', { name: 'Relevé' }).waitFor()
    expect(await page.getByRole('button', { name: /[Gg]eler/ }).count()).toBe(0)
    expect(office.faults).toEqual([])
    await office.close()
  })
})
