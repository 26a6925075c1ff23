import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, call, type Person } from '#testing/api.ts'
import { newExpense } from '#testing/fixtures/expenses.ts'
import { SHOP } from '#testing/fixtures/inputs.ts'
import { addPaper, paperForm, sellerWhoSubmitted } from '#testing/fixtures/kyc.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp, withPhone } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

// A decision counts for what its author read: if the thing changed since, they are told to read it again.

/** A thing that waits: its address, the mark that a reader sees on it, a change by its owner, and the decisions about it. */
type Waiting = { path: string; mark: object; change: () => Promise<unknown>; read: () => Promise<object> }
type Kind = { new: () => Promise<Waiting>; decisions: [path: string, body?: object][] }

let admin: Person
let colleague: Person
beforeAll(async () => {
  ;[admin, colleague] = [await signUp('ADMIN'), await signUp('SUPPORT')]
})

const done = async (as: Caller, method: string, path: string, body?: unknown) => {
  const { status, data, error } = await call(as, method, path, body)
  expect([status < 300, error]).toEqual([true, undefined])
  return data
}
const reason = 'Photo floue'
const WITH_REASON: Kind['decisions'] = [
  ['approve', {}],
  ['request-changes', { reason }],
  ['reject', { reason }],
]

const KINDS: Record<string, Kind> = {
  'an identity file': {
    decisions: WITH_REASON,
    new: async () => {
      const seller = await sellerWhoSubmitted()
      const path = `/seller/kyc/admin/${seller.kycId}`
      const read = async () => ({ submittedAt: (await done(admin, 'GET', path)).submittedAt })
      const change = async () => {
        await done(colleague, 'POST', `${path}/request-changes`, { reason })
        await addPaper(seller, 'SELFIE')
        await done(seller, 'POST', '/seller/kyc/submit')
      }
      return { path, mark: await read(), change, read }
    },
  },
  'the papers of a rider': {
    decisions: [
      ['approve', {}],
      ['reject', { reason }],
    ],
    new: async () => {
      const person = await withPhone()
      const { id } = await done(person, 'POST', '/riders/apply', { vehicleType: 'MOTO' })
      const path = `/riders/${id}`
      const read = async () => ({ version: (await done(admin, 'GET', path)).version })
      const change = () => done(person, 'POST', '/riders/me/documents', paperForm('DRIVER_LICENSE'))
      return { path, mark: await read(), change, read }
    },
  },
  'a shop': {
    decisions: WITH_REASON,
    new: async () => {
      const seller = await newShopkeeper()
      const { id } = await done(seller, 'POST', '/seller/shop', { ...SHOP, name: `Chez ${crypto.randomUUID()}` })
      await done(seller, 'POST', `/seller/shop/${id}/publish`)
      const path = `/seller/shop/moderation/${id}`
      const read = async () => ({ version: (await done(admin, 'GET', path)).version })
      const change = () => done(seller, 'PUT', `/seller/shop/${id}`, { description: 'Tout autre chose, et en gros.' })
      return { path, mark: await read(), change, read }
    },
  },
  'an expense': {
    decisions: [
      ['approve/request', {}],
      ['reject', { reason }],
    ],
    new: async () => {
      const accountant = await signUp('ACCOUNTANT')
      const { id } = await newExpense({}, accountant)
      const path = `/expenses/${id}`
      const read = async () => ({ version: (await done(admin, 'GET', path)).version })
      const change = () => done(accountant, 'PUT', path, { amount: '4500.00' })
      return { path, mark: await read(), change, read }
    },
  },
  'a ticket': {
    decisions: [
      ['resolve', {}],
      ['close', {}],
    ],
    new: async () => {
      const person = await signUp()
      const question = { subject: 'Colis en retard', category: 'DELIVERY', body: 'Il devait arriver hier.' }
      const { id } = await done(person, 'POST', '/support/tickets', question)
      const path = `/support/tickets/${id}`
      const read = async () => ({ updatedAt: (await done(admin, 'GET', path)).updatedAt })
      const change = () => done(person, 'POST', `${path}/messages`, { body: 'Et il est cassé.' })
      return { path, mark: await read(), change, read }
    },
  },
  'an incident': {
    decisions: [
      ['resolve', { outcome: 'SELLER', note: 'Vu.' }],
      ['dismiss', {}],
    ],
    new: async () => {
      const market = await newMarket()
      const { id: orderId } = await paidOrder(market)
      const words = { type: 'ORDER', title: 'Colis abîmé', description: 'Le carton était ouvert.', orderId }
      const { id } = await done(market.buyer, 'POST', '/incidents', words)
      const path = `/incidents/${id}`
      const read = async () => ({ updatedAt: (await done(admin, 'GET', path)).updatedAt })
      const change = () => done(market.buyer, 'POST', `${path}/updates`, { body: 'Et il est vide.' })
      return { path, mark: await read(), change, read }
    },
  },
}

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  it.each(kind.decisions)(
    'that changed since it was read: %s is refused, and taken once it was read again',
    async (decision, body = {}) => {
      const { path, mark, change, read } = await kind.new()
      const decide = (seen: object) => call(admin, 'POST', `${path}/${decision}`, { ...body, ...seen })
      expect(Object.values(mark)).not.toContain(undefined)
      await change()
      expect(await decide(mark)).toMatchObject({
        ...{ status: 409, error: { reason: 'VERSION_MISMATCH', message: expect.stringContaining('Relisez-le') } },
      })
      expect((await decide(await read())).status).toBe(200)
    },
  )
})
