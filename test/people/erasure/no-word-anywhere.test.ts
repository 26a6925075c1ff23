import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter, nightCronAfter } from '#testing/clock.ts'
import { first } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { ADDRESS, freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, paidOrder, postOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { createProduct, newCategory, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { approve, refuse } from '#testing/sandbox.ts'
import { allFiles, type Canaries, fieldsFound, newCanaries, whereTheyStand } from '#testing/stories/canaries.ts'
import { COLUMNS, post, waitForImport } from '#testing/stories/imports.ts'
import { again, DAY, SECOND } from '#testing/stories/money.ts'
import { type Data, fileForm, message, ok } from '#testing/stories/orders.ts'
import { addSecond, codeAfter, freshAddress, from, proveSecond, withNumber } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { completedOrder, rate } from '#testing/stories/reviews.ts'

// Rule 8.3.8: erasure reaches reasons, titles in others' notices and the word indexes (night job rebuilds them).
// A word is planted in every field that a person fills, the account is erased, and the words are looked for in every table of the
// database, in every file and in KV.
//
// Silent: whether what the team wrote of somebody (reasons of staff, notes of an order) goes, and the city of a shop that was there; they are
// not looked for.

clockGoesOn()

const SAID = 'Plaintes de clients'

/** The account is deleted by its owner, thirty days pass, and the jobs run. */
async function erases(person: Person): Promise<void> {
  ok(await call(await again(person), 'POST', '/users/me/delete', { password: PASSWORD }))
  for (let day = 0; day < 32; day++) {
    await nightCronAfter(DAY)
    await hourCronAfter(SECOND)
    for (let i = 0; i < 2; i++) await minuteCronAfter(SECOND)
  }
  const row = await first<{ erased_at: number | null }>('SELECT erased_at FROM users WHERE id = ?', person.id)
  expect(row?.erased_at, 'erased').toBeGreaterThan(0)
}
const place = (canary: Canaries, of: string, city = canary.in(`${of}.city`)) => ({
  country: 'CD',
  city,
  commune: canary.in(`${of}.commune`),
  quartier: canary.in(`${of}.quartier`),
  avenue: canary.in(`${of}.avenue`),
  number: canary.word(`${of}.number`),
  landmark: canary.in(`${of}.landmark`),
})
const staffCalls = async (path: string, body: object) => ok(await call(await signUp('ADMIN'), 'POST', path, body))
const picture = (field: string) => {
  const form = new FormData()
  form.append(field, new Blob([jpeg()]), 'photo.jpg')
  return form
}
const key = () => ({ 'idempotency-key': crypto.randomUUID() })

/** Writes all that anybody writes: of themselves, to the team, of others, and what the team says of them. */
async function livesAs(person: Person, canary: Canaries): Promise<void> {
  ok(await call(person, 'PUT', '/users/me', { name: canary.in('user.name') }))
  ok(await call(person, 'POST', '/users/me/avatar', picture('avatar')))
  const address = { ...ADDRESS, label: canary.in('address.label'), recipientName: canary.in('address.recipientName') }
  ok(await call(person, 'POST', '/users/me/addresses', { ...address, ...place(canary, 'address') }))
  const second = `${canary.word('secondEmail')}@test.example`
  const code = await codeAfter(second, () => addSecond(person, second))
  ok(await proveSecond(person, code))
  await call(
    null,
    'POST',
    '/auth/login/password',
    { email: person.email, password: PASSWORD },
    { 'user-agent': `Phone ${canary.word('device')}`, ...from(freshAddress()) },
  )
  await call(person, 'PUT', '/users/me', { name: canary.in('user.name before') })
  await call(person, 'PUT', '/users/me', { name: canary.in('user.name last') })

  const opened = ok(
    await call(
      person,
      'POST',
      '/incidents',
      { type: 'OTHER', title: canary.in('incident.title'), description: canary.in('incident.description') },
      key(),
    ),
  )
  ok(await call(person, 'POST', `/incidents/${opened.id}/updates`, { body: canary.in('incident.update') }, key()))
  const support = await signUp('SUPPORT')
  ok(await call(support, 'POST', `/incidents/${opened.id}/updates`, { body: 'Nous regardons.' }))
  ok(await call(support, 'POST', `/incidents/${opened.id}/dismiss`, { note: SAID }))
  const ticket = { subject: canary.in('ticket.subject'), category: 'OTHER', body: canary.in('ticket.body') }
  const { id } = ok(await call(person, 'POST', '/support/tickets', ticket, key()))
  ok(await call(support, 'POST', `/support/tickets/${id}/assign`, {}))
  ok(await call(person, 'POST', `/support/tickets/${id}/messages`, { body: canary.in('ticket.message') }, key()))
  ok(await call(support, 'POST', `/support/tickets/${id}/messages`, { body: 'Et maintenant ?' }))
  ok(await call(support, 'POST', `/support/tickets/${id}/resolve`, {}))
  ok(await call(person, 'POST', `/support/tickets/${id}/reopen`, { note: canary.in('ticket.reopen') }))
  ok(await call(person, 'POST', `/support/tickets/${id}/messages`, { body: canary.in('ticket.later message') }))
  ok(await call(person, 'POST', `/support/tickets/${id}/close`, { note: canary.in('ticket.close') }))
  // One that stays open until the end.
  ok(
    await call(person, 'POST', '/support/tickets', {
      subject: canary.in('open ticket.subject'),
      category: 'OTHER',
      body: canary.in('open ticket.body'),
    }),
  )
}
/** Acts as a buyer does: orders that ended in each way, messages, reports. */
async function buysAs(person: Person, canary: Canaries): Promise<void> {
  const market = { ...(await newMarket()), buyer: person }
  ok(
    await call(person, 'POST', `/products/${market.productId}/report`, {
      reasonCode: 'OTHER',
      comment: canary.in('report.comment'),
    }),
  )
  ok(
    await call(person, 'POST', `/seller/shop/${market.seller.shopId}/report`, {
      reasonCode: 'OTHER',
      comment: canary.in('shop report.comment'),
    }),
  )
  const support = await signUp('SUPPORT')
  const { reports } = ok(await call(support, 'GET', '/moderation/reports?limit=100'))
  const mine = reports.find(({ comment }: { comment: string }) => comment?.startsWith('Zed '))
  ok(await call(support, 'POST', `/moderation/reports/${mine.id}/resolve`, { decision: 'DISMISSED', note: 'Rien vu' }))
  // An order that they review; and the review of another, that they report.
  const done = await completedOrder(market)
  await rate(done, 2, { comment: canary.in('review.comment'), images: [0] }, 1)
  const theirs = await rate(await completedOrder({ ...market, buyer: await signUp() }), 1, { comment: 'Mal emballé.' })
  const report = { reasonCode: 'OTHER', comment: canary.in('report of a review.comment') }
  ok(await call(person, 'POST', `/reviews/${theirs.id}/report`, report))
  const words = (of: string) => ({ note: canary.in(`${of}.note`), deliveryAddress: canary.in(`${of}.deliveryAddress`) })
  // Never paid and called off.
  const unpaidPhone = freshPhone()
  const unpaid = ok(await postOrder(market, { ...words('unpaid order'), quantity: 1, payerPhoneNumber: unpaidPhone }))
  await refuse(unpaidPhone)
  ok(await actOnOrder(person, unpaid.id, 'cancel', { reason: canary.in('unpaid order.cancel') }))
  // Paid, spoken about, called off.
  const paid = await paidOrder(market, { ...words('cancelled order'), quantity: 1 })
  const { id: attachment } = ok(
    await call(
      person,
      'POST',
      `/orders/${paid.id}/messages/attachments`,
      fileForm(jpeg(), {}, `${canary.word('attachment.name')}.jpg`),
    ),
  )
  ok(
    await message(person, paid.id, canary.in('message.body'), {
      attachments: [attachment],
      clientMessageId: canary.word('message.clientMessageId'),
    }),
  )
  ok(await message(market.seller, paid.id, 'Bonjour'))
  const about = {
    type: 'ORDER',
    title: canary.in('order incident.title'),
    description: canary.in('order incident.description'),
    orderId: paid.id,
  }
  const incident = ok(await call(person, 'POST', '/incidents', about))
  ok(await call(market.seller, 'POST', `/incidents/${incident.id}/updates`, { body: 'Nous cherchons.' }))
  ok(await call(person, 'POST', `/incidents/${incident.id}/updates`, { body: canary.in('order incident.update') }))
  ok(await call(support, 'POST', `/incidents/${incident.id}/dismiss`, {}))
  ok(await call(support, 'POST', `/orders/admin/${paid.id}/notes`, { body: SAID }))
  ok(await actOnOrder(person, paid.id, 'cancel', { reason: canary.in('cancelled order.cancel') }))
  await minuteCronAfter(SECOND)
  await approve(paid.payerPhoneNumber)
  ok(
    await call(person, 'POST', '/support/tickets', {
      subject: canary.in('order ticket.subject'),
      category: 'ORDER',
      body: canary.in('order ticket.body'),
      orderId: paid.id,
    }),
  )
}
/** Writes what the team says of somebody. */
async function judged(person: Person): Promise<void> {
  for (const act of ['block', 'unblock', 'force-logout', 'verify-email'])
    await call(await signUp('ADMIN'), 'POST', `/users/${person.id}/${act}`, { reason: SAID })
}
async function expectErased(canary: Canaries, files: Set<string>, kept: Set<string> = new Set()): Promise<void> {
  expect(await whereTheyStand(canary)).toEqual([])
  expect([...(await allFiles())].filter((name) => !files.has(name) && !kept.has(name))).toEqual([])
}
/** Every word stands somewhere before: else the test plants nothing. */
async function expectPlanted(canary: Canaries): Promise<void> {
  const found = fieldsFound(await whereTheyStand(canary))
  expect(canary.planted.size).toBeGreaterThan(20)
  expect([...found].length).toBeGreaterThan(canary.planted.size / 2)
}

describe('an account that is erased', () => {
  it('8.3.8 a buyer leaves no word anywhere', async () => {
    const canary = newCanaries()
    const person = await withNumber(await signUp())
    await livesAs(person, canary)
    await buysAs(await again(person), canary)
    await judged(person)
    const market = await allFiles()
    await expectPlanted(canary)
    await erases(person)
    expect(await whereTheyStand(canary)).toEqual([])
    expect([...(await allFiles())].filter((name) => !market.has(name))).toEqual([])
  })

  it('8.3.8 a seller leaves no word anywhere: profile, shop, products, imports, identity, reasons', async () => {
    const canary = newCanaries()
    const category = await newCategory()
    const files = await allFiles()
    const seller = await newShopkeeper()
    await livesAs(seller, canary)
    const business = {
      businessName: canary.in('profile.businessName'),
      rccm: canary.word('profile.rccm'),
      idNat: canary.word('profile.idNat'),
    }
    ok(
      await call(seller, 'PUT', '/seller/profile/me', {
        ...business,
        taxNumber: canary.word('profile.taxNumber'),
        address: place(canary, 'profile'),
      }),
    )
    const shop = {
      name: canary.in('shop.name'),
      description: canary.in('shop.description'),
      email: `${canary.word('shop.email')}@test.example`,
      address: place(canary, 'shop', 'Goma'),
    }
    ok(
      await call(seller, 'PUT', `/seller/shop/${seller.shopId}`, {
        ...shop,
        closureNote: canary.in('shop.closureNote'),
      }),
    )
    ok(await call(seller, 'PUT', `/seller/shop/${seller.shopId}`, { name: canary.in('shop.name last') }))
    for (const field of ['logo', 'banner'])
      ok(await call(seller, 'POST', `/seller/shop/${seller.shopId}/${field}`, picture(field)))
    ok(
      await call(seller, 'PUT', '/seller/kyc', {
        legalName: canary.in('kyc.legalName'),
        birthDate: '1991-04-12',
        idType: 'PASSPORT',
        idNumber: canary.word('kyc.idNumber'),
      }),
    )
    const pdf = `%PDF-1.4\n1 0 obj<</Type/Catalog/Title(${canary.word('kyc.paper')})>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`
    for (const kind of ['ID_FRONT', 'SELFIE'])
      ok(
        await call(
          seller,
          'POST',
          '/seller/kyc/documents',
          fileForm(pdf, { kind }, `${canary.word('kyc.fileName')}.pdf`),
        ),
      )
    ok(await call(seller, 'POST', '/seller/kyc/submit'))
    const { id: kycId } = ok(await call(seller, 'GET', '/seller/kyc'))
    await staffCalls(`/seller/kyc/admin/${kycId}/reject`, { reason: SAID })
    // Products, by hand and by file.
    const texts = {
      name: canary.in('product.name'),
      description: `${canary.in('product.description')} et encore du texte`,
      brand: canary.in('product.brand'),
    }
    const variants = JSON.stringify([
      variant({
        name: canary.in('variant.name'),
        sku: canary.word('variant.sku'),
        attributes: { [canary.word('variant.key')]: canary.in('variant.value') },
      }),
    ])
    const product: Data = ok(await createProduct(seller, category, { ...texts, variants }))
    ok(await call(seller, 'POST', `/products/${product.id}/status`, { status: 'PUBLISHED' }))
    ok(
      await call(seller, 'POST', `/products/variants/${product.variants[0].id}/stock`, {
        type: 'ADJUSTMENT',
        amount: 1,
        reason: canary.in('stock.reason'),
      }),
    )
    ok(
      await call(seller, 'PUT', `/products/variants/${product.variants[0].id}/stock`, {
        stock: 20,
        expectedStock: 11,
        reason: canary.in('stock.set reason'),
      }),
    )
    await staffCalls(`/moderation/products/${product.id}/takedown`, { reason: SAID })
    const { subcategories } = ok(await call(seller, 'GET', `/products/categories/${category.categoryId}`))
    const line = (sku: string, price: string) => [
      sku,
      canary.in('import.name'),
      `${canary.in('import.description')} et encore du texte`,
      subcategories[0].slug,
      price,
      'USD',
      '7',
      'piece',
      canary.in('import.brand'),
      '',
      '',
      '',
    ]
    for (const [good, price] of [
      [true, '5.00'],
      [false, canary.word('import.wrong price')],
    ] as const) {
      const csv = [COLUMNS, line(canary.word('import.sku'), price)].map((row) => `${row.join(',')}\n`).join('')
      const form = new FormData()
      form.append('file', new Blob([csv], { type: 'text/csv' }), `${canary.word('import.fileName')}.csv`)
      form.append('shopId', seller.shopId)
      const { status } = await waitForImport(seller, ok(await post(seller, form)).id)
      expect(status).toBe(good ? 'DONE' : 'REFUSED')
    }
    // Orders of somebody else, whom nothing is taken from.
    const goods = ok(await createProduct(seller, category, { name: 'Café du lac' }))
    ok(await call(seller, 'POST', `/products/${goods.id}/status`, { status: 'PUBLISHED' }))
    const market = { seller, buyer: await signUp(), productId: goods.id, variantId: goods.variants[0].id }
    const rejected = await paidOrder(market, { quantity: 1 })
    ok(await message(seller, rejected.id, canary.in('seller.message')))
    ok(await actOnOrder(seller, rejected.id, 'reject', { reason: canary.in('order.reject') }))
    const cancelled = await paidOrder(market, { quantity: 1 })
    ok(await actOnOrder(seller, cancelled.id, 'accept'))
    const about = {
      type: 'ORDER',
      title: canary.in('seller incident.title'),
      description: canary.in('seller incident.description'),
      orderId: cancelled.id,
    }
    const incident = ok(await call(seller, 'POST', '/incidents', about))
    ok(await call(seller, 'POST', `/incidents/${incident.id}/updates`, { body: canary.in('seller incident.update') }))
    await staffCalls(`/incidents/${incident.id}/dismiss`, {})
    ok(await actOnOrder(seller, cancelled.id, 'seller-cancel', { reason: canary.in('order.seller-cancel') }))
    await minuteCronAfter(SECOND)
    for (const { payerPhoneNumber } of [rejected, cancelled]) await approve(payerPhoneNumber)
    await staffCalls(`/seller/shop/${seller.shopId}/suspend`, { reason: SAID })
    await staffCalls(`/seller/shop/${seller.shopId}/reactivate`, { reason: SAID })
    await staffCalls(`/wallet/admin/${seller.profileId}/freeze`, { reason: SAID })
    await staffCalls(`/wallet/admin/${seller.profileId}/unfreeze`, { reason: SAID })
    await judged(seller)
    await expectPlanted(canary)
    await erases(seller)
    await expectErased(canary, files)
  })

  it('8.3.8 a rider leaves no word and no file anywhere: papers, proofs, messages, reasons', async () => {
    const canary = newCanaries()
    const market = await newMarket()
    const files = await allFiles()
    const rider = await newRider()
    await livesAs(rider, canary)
    ok(await call(rider, 'PUT', '/riders/me', { vehiclePlate: canary.word('rider.plate') }))
    const pdf = `%PDF-1.4\n1 0 obj<</Type/Catalog/Title(${canary.word('rider.paper')})>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`
    for (const kind of ['NATIONAL_ID', 'PHOTO'])
      ok(
        await call(
          rider,
          'POST',
          '/riders/me/documents',
          fileForm(kind === 'PHOTO' ? jpeg() : pdf, { kind }, `${canary.word('rider.fileName')}.pdf`),
        ),
      )
    await staffCalls(`/riders/${rider.riderId}/suspend`, { reason: SAID })
    await staffCalls(`/riders/${rider.riderId}/reactivate`, { reason: SAID })
    ok(await call(rider, 'POST', '/riders/me/availability', { availability: 'ONLINE' }))
    const order = await readyOrder(market)
    const act = (what: string, body?: object) => call(rider, 'POST', `/deliveries/${order.delivery.id}/${what}`, body)
    ok(await act('accept'))
    ok(await act('pickup', { code: order.pickupCode }))
    ok(
      await call(
        rider,
        'POST',
        `/deliveries/${order.delivery.id}/proofs`,
        fileForm(jpeg(), {}, `${canary.word('proof.fileName')}.jpg`),
      ),
    )
    ok(await message(rider, order.id, canary.in('rider.message'), { channel: 'BUYER_RIDER' }))
    ok(await call(rider, 'POST', `/orders/${order.id}/messages/attachments`, fileForm(jpeg())))
    await staffCalls(`/deliveries/${order.delivery.id}/lost`, { reason: 'Perdu en route' })
    const refunds = ok(await call(await signUp('ADMIN'), 'GET', `/orders/${order.id}/refunds`)).refunds
    for (const { id } of refunds) await staffCalls(`/refunds/${id}/reject`, { reason: 'Rendu en main propre' })
    await judged(rider)
    await expectPlanted(canary)
    await erases(rider)
    await expectErased(canary, files)
  })

  it('8.3.8 one of staff leaves no name in what they decided', async () => {
    const canary = newCanaries()
    const [staff, admin, market] = [await signUp('SUPPORT'), await signUp('ADMIN'), await newMarket()]
    ok(await call(staff, 'PUT', '/users/me', { name: canary.in('name of staff') }))
    const order = await paidOrder(market, { quantity: 1 })
    ok(await call(staff, 'POST', `/orders/admin/${order.id}/notes`, { body: 'Vu' }))
    const post = ok(await call(staff, 'POST', '/blog', { title: 'Un marché', body: 'Du texte' }))
    ok(await call(staff, 'POST', `/blog/${post.id}/publish`))
    ok(await call(admin, 'POST', `/users/${staff.id}/role`, { role: 'BUYER' }))
    const person = await again(staff)
    await livesAs(person, canary)
    await erases(person)
    expect(await whereTheyStand(canary)).toEqual([])
  })
})
