// Trades of sellers and riders for the tests of erasure and of the copy of one's data, as `lives.ts`.
import { expect } from 'vitest'
import { call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import type { Rider } from '#testing/fixtures/deliveries.ts'
import { actOnOrder, type Market, paidOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { type Category, createProduct, variant } from '#testing/fixtures/products.ts'
import type { Shopkeeper } from '#testing/fixtures/shops.ts'
import { approve } from '#testing/sandbox.ts'
import type { Canaries } from './canaries.ts'
import { COLUMNS, post, waitForImport } from './imports.ts'
import { picture, place, SAID, staffCalls } from './lives.ts'
import { SECOND } from './money.ts'
import { type Data, fileForm, message, ok } from './orders.ts'

/** Sells: profile, shop, identity, products by hand and by file, orders that the seller ended. */
export async function sellsAs(seller: Shopkeeper, canary: Canaries, category: Category): Promise<void> {
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
}

/** Carries: application, papers, an order that is lost. */
export async function ridesAs(rider: Rider, canary: Canaries, market: Market): Promise<void> {
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
}
