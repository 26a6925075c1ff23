import { beforeAll, describe, expect, it } from 'vitest'
import { deletePlan } from '#domain/shops/plans/delete.ts'
import { Subscribe, subscribe } from '#domain/shops/subscriptions/subscribe.ts'
import { type Caller, call, guest, type Person } from '#testing/api.ts'
import { contextAs } from '#testing/fixtures/context.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { freshPhone, subscriptionBody, upgradeBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay, withProducts } from '#testing/fixtures/subscriptions.ts'

let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})

const FIELDS = { name: 'Plan Or', maxProducts: 10, maxPhotosPerProduct: 4, maxShops: 2 }

describe('plans', () => {
  it('on sale are listed in their order, to anybody, in one trip', async () => {
    const last = await newPlan(monthly(9), { sortOrder: 2000 })
    const early = await newPlan([{ billingCycle: 'YEARLY', currency: 'CDF', amount: '1000.50' }, ...monthly(9)], {
      sortOrder: 5,
    })
    const hidden = await newPlan(monthly(1), { isActive: false })
    const { data, headers } = await call(guest, 'GET', '/plans')
    const ids = data.plans.map(({ id }: { id: string }) => id)
    expect(ids[0]).toBe(early.id)
    expect(ids.at(-1)).toBe(last.id)
    expect(ids).not.toContain(hidden.id)
    expect(headers.get('x-d1-round-trips')).toBe('1')
    expect(data.plans[0]).toEqual({
      id: early.id,
      slug: early.slug,
      name: 'Plan Pro',
      maxProducts: 50,
      maxPhotosPerProduct: 5,
      maxShops: 1,
      prioritySupport: false,
      isActive: true,
      sortOrder: 5,
      version: 1,
      prices: [
        { billingCycle: 'MONTHLY', currency: 'USD', amount: '9.00' },
        { billingCycle: 'YEARLY', currency: 'CDF', amount: '1000.50' },
      ],
    })
    expect((await call(guest, 'GET', `/plans/${hidden.id}`)).data.isActive).toBe(false)
    for (const id of [crypto.randomUUID(), 'x']) expect((await call(guest, 'GET', `/plans/${id}`)).status).toBe(404)
  })

  it('are created by admins', async () => {
    const { data } = await call(admin, 'POST', '/plans', FIELDS)
    expect(data).toMatchObject({ ...FIELDS, slug: 'plan-or', isActive: true, prices: [] })
    expect((await call(admin, 'POST', '/plans', FIELDS)).data.slug).not.toBe('plan-or')
    for (const field of Object.keys(FIELDS)) {
      expect((await call(admin, 'POST', '/plans', { ...FIELDS, [field]: undefined })).error?.details?.[0]?.field).toBe(
        field,
      )
    }
    for (const prices of [[...monthly(1), ...monthly(2)], monthly('1.999'), monthly('-1'), monthly('1e3'), [{}]]) {
      expect((await call(admin, 'POST', '/plans', { ...FIELDS, prices })).status).toBe(400)
    }
    expect((await call(await signUp('ACCOUNTANT'), 'POST', '/plans', FIELDS)).status).toBe(403)
    expect((await call(guest, 'POST', '/plans', FIELDS)).status).toBe(401)
  })

  it('are changed by admins, field by field, with an audit row', async () => {
    const plan = await newPlan()
    const { data, headers } = await call(admin, 'PUT', `/plans/${plan.id}`, {
      maxShops: 7,
      prioritySupport: true,
      version: 1,
    })
    expect(data).toEqual({ ...plan, maxShops: 7, prioritySupport: true, version: 2 })
    expect(headers.get('x-d1-round-trips')).toBe('2')
    const row = await first(
      "SELECT actor_id, details FROM audit WHERE action = 'plan.update' AND target_id = ?",
      plan.id,
    )
    expect(row).toMatchObject({ actor_id: admin.id, details: JSON.stringify({ maxShops: 7, prioritySupport: true }) })
    const stale = await call(admin, 'PUT', `/plans/${plan.id}`, { maxShops: 8, version: 1 })
    expect([stale.status, stale.error?.reason]).toEqual([409, 'VERSION_MISMATCH'])

    const bad: Record<string, unknown>[] = [
      { name: '' },
      { name: 5 },
      { maxProducts: -1 },
      { maxProducts: 1.5 },
      { maxPhotosPerProduct: '5' },
      { maxShops: null },
      { prioritySupport: 'yes' },
      { isActive: 1 },
      { sortOrder: 0.5 },
      { slug: 'x' },
      { prices: [] },
      { version: 0 },
    ]
    for (const body of bad)
      expect((await call(admin, 'PUT', `/plans/${plan.id}`, body)).status, JSON.stringify(body)).toBe(400)
    expect((await call(guest, 'GET', `/plans/${plan.id}`)).data).toEqual(data)
    for (const role of ['SUPPORT', 'ACCOUNTANT', 'BUYER'] as const) {
      expect((await call(await signUp(role), 'PUT', `/plans/${plan.id}`, { maxShops: 1 })).status).toBe(403)
    }
    expect((await call(admin, 'PUT', `/plans/${crypto.randomUUID()}`, { maxShops: 1 })).status).toBe(404)
    expect((await call(admin, 'PUT', '/plans/x', {})).status).toBe(404)
  })

  it('hide at once what is over a lowered limit, and show it again', async () => {
    const plan = await newPlan(monthly(0), { maxProducts: 3 })
    const seller = await newSeller()
    await subscribeAndPay(seller, plan.id)
    const visible = await withProducts(seller, 3)
    expect(await visible()).toBe(3)
    await call(admin, 'PUT', `/plans/${plan.id}`, { maxProducts: 1 })
    expect(await visible()).toBe(1)
    await call(admin, 'PUT', `/plans/${plan.id}`, { maxProducts: 2 })
    expect(await visible()).toBe(2)
    const none = await newPlan(monthly(0), { maxProducts: 0 })
    await run('UPDATE subscription_payments SET created_at = created_at - 86400001')
    await call(seller, 'POST', '/subscriptions/upgrade', upgradeBody(none.id, '243810000123'))
    expect(await visible()).toBe(0)
  })

  it('have their prices replaced', async () => {
    const plan = await newPlan()
    const prices = [{ billingCycle: 'YEARLY', currency: 'USD', amount: '50.00' }]
    const { data } = await call(admin, 'PUT', `/plans/${plan.id}/prices`, { prices })
    expect(data).toEqual({ ...plan, prices, version: 2 })
    expect((await call(admin, 'PUT', `/plans/${plan.id}/prices`, { prices, version: 1 })).error?.reason).toBe(
      'VERSION_MISMATCH',
    )
    expect((await call(admin, 'PUT', `/plans/${plan.id}/prices`, {})).status).toBe(400)
    expect((await call(admin, 'PUT', `/plans/${crypto.randomUUID()}/prices`, { prices })).status).toBe(404)
    expect((await call(await signUp('SUPPORT'), 'PUT', `/plans/${plan.id}/prices`, { prices })).status).toBe(403)
  })
})

describe('the list of subscriptions', () => {
  it('is for finance, newest first, by status and plan, with exact totals', async () => {
    const accountant = await signUp('ACCOUNTANT')
    const free = await newPlan(monthly(0))
    const sellers = [await newSeller(), await newSeller(), await newSeller()] as const
    for (const seller of sellers) await subscribeAndPay(seller, free.id)
    await call(sellers[0], 'POST', '/subscriptions/me/cancel')
    const other = await newPlan(monthly(0))
    await run('UPDATE subscription_payments SET created_at = created_at - 86400001')
    await call(sellers[2], 'POST', '/subscriptions/upgrade', upgradeBody(other.id, '243810000123'))
    const list = (query: string, as: Caller = accountant) => call(as, 'GET', `/subscriptions/admin?${query}`)
    const { data, headers } = await list(`planId=${free.id}&limit=2`)
    expect(data.subscriptions).toHaveLength(2)
    expect(data.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 })
    expect(headers.get('x-d1-round-trips')).toBe('1')
    expect((await list(`planId=${free.id}&status=ACTIVE`)).data.pagination.total).toBe(2)
    expect((await list(`planId=${free.id}&status=CANCELLED`)).data.subscriptions).toHaveLength(1)
    const count = async (where: string) => (await first(`SELECT count(*) AS n FROM subscriptions ${where}`))?.n
    expect((await list('')).data.pagination.total).toBe(await count(''))
    expect((await list('status=ACTIVE', admin)).data.pagination.total).toBe(await count("WHERE status = 'ACTIVE'"))
    expect((await list('planId=x')).data.subscriptions).toEqual([])
    for (const query of ['status=LATE', 'limit=101', 'page=0', 'foo=1'])
      expect((await list(query)).status, query).toBe(400)
    for (const role of ['SUPPORT', 'SELLER', 'BUYER'] as const)
      expect((await list('', await signUp(role))).status).toBe(403)
    expect((await list('', guest)).status).toBe(401)
  })
})

describe('a plan that is deleted', () => {
  it('while a seller takes it, however far they came: they have it and it stays, or are told that it is not there', async () => {
    for (let steps = 0; steps < 12; steps++) {
      const [{ id }, seller] = [await newPlan(monthly(0)), await newSeller()]
      const profile = await first<{ id: string }>('SELECT id FROM seller_profiles WHERE user_id = ?', seller.id)
      const wanted = Subscribe.parse(subscriptionBody(id, freshPhone()))
      const after = async () => {
        for (let i = 0; i < steps; i++) await Promise.resolve()
        return deletePlan(contextAs(admin), id)
      }
      const outcomes = await Promise.allSettled([
        subscribe(contextAs(seller, { sellerProfileId: profile?.id ?? '' }), wanted),
        after(),
      ])
      const said = outcomes.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason.reason ?? one.reason.code)))
      expect(said.join()).toMatch(/^(done,IN_USE|NOT_FOUND,done)$/)
    }
  })

  it('is gone with its prices, and written down', async () => {
    const { id } = await newPlan()
    expect((await call(admin, 'DELETE', `/plans/${id}`)).data).toEqual({ deleted: true })
    expect(await first('SELECT count(*) AS n FROM plan_prices WHERE plan_id = ?', id)).toEqual({ n: 0 })
    expect(await first('SELECT action FROM audit WHERE target_id = ? ORDER BY at DESC, id DESC', id)).toEqual({
      action: 'plan.delete',
    })
  })
})
