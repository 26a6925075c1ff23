import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter, nightCronAfter } from '#testing/clock.ts'
import { first } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { allFiles, type Canaries, fieldsFound, newCanaries, whereTheyStand } from '#testing/stories/canaries.ts'
import { buysAs, judged, livesAs } from '#testing/stories/lives.ts'
import { again, DAY, SECOND } from '#testing/stories/money.ts'
import { ok } from '#testing/stories/orders.ts'
import { withNumber } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { ridesAs, sellsAs } from '#testing/stories/trades.ts'

// Rule 8.3.8: erasure reaches reasons, titles in others' notices and the word indexes (night job rebuilds them).
// A word is planted in every field that a person fills, the account is erased, and the words are looked for in every table of the
// database, in every file and in KV.
//
// Silent: whether what the team wrote of somebody (reasons of staff, notes of an order) goes, and the city of a shop that was there; they are
// not looked for.

clockGoesOn()

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
    await sellsAs(seller, canary, category)
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
    await ridesAs(rider, canary, market)
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
