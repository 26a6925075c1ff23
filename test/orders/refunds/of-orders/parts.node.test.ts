import { describe, expect, it } from 'vitest'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import { transition } from '#domain/core/machine.ts'
import { selectLatestAttempt } from '#domain/money/gateways/queries.ts'
import { applyReading } from '#domain/money/gateways/readings/apply.ts'
import { adminCancelOrder } from '#domain/orders/orders/ending/admin-cancel.ts'
import { adminRefundOrder } from '#domain/orders/orders/ending/admin-refund.ts'
import { confirmReceipt } from '#domain/orders/orders/ending/confirm-receipt.ts'
import { receiveReturn } from '#domain/orders/orders/ending/receive-return.ts'
import { rejectOrder } from '#domain/orders/orders/ending/reject.ts'
import { acceptOrder } from '#domain/orders/orders/preparing/accept.ts'
import { startNextAttempt } from '#domain/orders/refunds/attempts/start-next-attempt.ts'
import { rejectRefund } from '#domain/orders/refunds/deciding/reject.ts'
import { retryRefund } from '#domain/orders/refunds/deciding/retry.ts'
import { refundMachine } from '#domain/orders/refunds/machine.ts'
import { makeRefundOfOrder } from '#domain/orders/refunds/of-orders/make-refund-of-order.ts'
import { refundable } from '#domain/orders/refunds/owed-to-buyer.ts'
import { getRefund, selectRefunds } from '#domain/orders/refunds/queries.ts'
import type { RefundRow } from '#domain/orders/refunds/refund.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED, SUCCEEDED } from '#testing/domain/gateways.ts'
import { holdWhole } from '#testing/domain/laws.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addPaidOrder, orderFile } from '#testing/domain/orders.ts'
import { decideByHand } from '#testing/domain/resolutions.ts'

// An order of 20.00 and a fee of 1.51; the commission, where there is one, is 3.33 % of the goods: 67 cents.
const domain = openDomain(addMarket)
const { ctx, run } = domain
let later = NOW
/** A millisecond later each time: of two tries the newer one is the last. */
const admin = () => ({ ...domain.as({ id: 'admin', role: 'ADMIN' as const }), now: ++later })
/** The seller, whose request began before any other. */
const seller = domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' })
const buyer = domain.as({ id: 'buyer' })

const sold = () => {
  for (const [variantId, quantity] of [['v1', 3] as const, ['v2', 1] as const])
    domain.add('stock_movements', {
      ...{ id: `sale-${variantId}`, variant_id: variantId, type: 'SALE', amount: -quantity, order_id: 'o1' },
      created_at: NOW,
    })
}
function paid(): void {
  run("INSERT OR REPLACE INTO money_settings (currency, min_payout_minor, commission_bps) VALUES ('USD', 100, 333)")
  addPaidOrder(domain)
  sold()
}
async function accepted(): Promise<void> {
  paid()
  await acceptOrder(seller, 'o1', {})
}
/** Sends a part, or all that is left. @returns its id */
async function sends(amountMinor?: number): Promise<string> {
  const at = admin()
  const order = await orderFile(domain)
  const made = makeRefundOfOrder(at, order, amountMinor ?? refundable(order), 'Abîmé')
  await commit(at, made?.writes ?? [])
  const id = made?.row.id ?? ''
  await commit(at, (await startNextAttempt(at, await getRefund(at, id))).writes)
  return id
}
async function ends(id: string, reading: typeof SUCCEEDED | typeof DECLINED): Promise<void> {
  const [attempt] = await selectLatestAttempt(ctx, id)
  await applyReading(admin(), attempt as GatewayTransaction, reading)
}
const broken = async () => holdWhole(domain).filter(({ ok }) => !ok)
const balances = () =>
  Object.fromEntries(
    domain
      .rows<{ code: string; minor: number }>(
        "SELECT code, balance_minor AS minor FROM accounts WHERE balance_minor <> 0 AND code NOT GLOB 'gateway*' ORDER BY code",
      )
      .map(({ code, minor }) => [code, minor]),
  )
const rows = async () =>
  (await selectRefunds(ctx, 'o1')).map(({ status, kind, amountMinor }) => `${status} ${kind} ${amountMinor}`)
const open = async () =>
  (await selectRefunds(ctx, 'o1')).find(({ status }) => status !== 'SUCCEEDED' && status !== 'REJECTED') as RefundRow
const statusOf = async () => {
  const { status, paymentStatus, refundedMinor } = await orderFile(domain)
  return `${status} ${paymentStatus} ${refundedMinor}`
}

describe('a part on its way while the seller accepts', () => {
  it('a part that arrives leaves the rest to the seller and us', async () => {
    paid()
    const id = await sends(500)
    await acceptOrder(seller, 'o1', {})
    expect(await broken()).toEqual([])
    await ends(id, SUCCEEDED)
    // The part has 16.75 of 67 cents, half up.
    expect(balances()).toEqual({ 'order:o1:held': 151, 'platform:commission': 50, 'seller:sp:pending': 1450 })
    expect(await broken()).toEqual([])
  })

  it('a part that fails is the seller’s and ours, as if it had never been sent', async () => {
    paid()
    const id = await sends(500)
    await acceptOrder(seller, 'o1', {})
    await ends(id, DECLINED)
    expect(balances()).toEqual({ 'order:o1:held': 151, 'platform:commission': 67, 'seller:sp:pending': 1933 })
    expect([await statusOf(), await rows()]).toEqual(['ACCEPTED PAID 0', ['FAILED PARTIAL 500']])
    expect(await broken()).toEqual([])
  })

  it('a part that is everything leaves nothing, and ends the order when it arrives', async () => {
    paid()
    const id = await sends()
    await acceptOrder(seller, 'o1', {})
    expect(balances()).toEqual({ 'refunds:inFlight': 2151 })
    await ends(id, SUCCEEDED)
    expect(await statusOf()).toBe('CANCELLED REFUNDED 2151')
    expect(await broken()).toEqual([])
  })
})

describe('an order that ends beside a part on its way', () => {
  it('rejected: the rest goes by itself when the part has arrived', async () => {
    paid()
    const id = await sends(500)
    await rejectOrder(seller, 'o1', {})
    expect(await rows()).toEqual(['PROCESSING PARTIAL 500'])
    await ends(id, SUCCEEDED)
    expect(await rows()).toEqual(['SUCCEEDED PARTIAL 500', 'PROCESSING PARTIAL 1651'])
    await ends((await open()).id, SUCCEEDED)
    expect([await statusOf(), balances()]).toEqual(['REJECTED REFUNDED 2151', {}])
    expect(await broken()).toEqual([])
  })

  it('rejected: a part that fails is one of everything, which a retry sends', async () => {
    paid()
    const id = await sends(500)
    await rejectOrder(seller, 'o1', {})
    await ends(id, DECLINED)
    expect(await rows()).toEqual(['FAILED FULL 2151'])
    expect(await broken()).toEqual([])
    await retryRefund(admin(), id, {})
    await ends(id, SUCCEEDED)
    expect([await statusOf(), balances()]).toEqual(['REJECTED REFUNDED 2151', {}])
    expect(await broken()).toEqual([])
  })

  it('cancelled by staff: the rest waits for an ADMIN', async () => {
    await accepted()
    const id = await sends(500)
    await adminCancelOrder(admin(), 'o1', {})
    expect(await rows()).toEqual(['PROCESSING PARTIAL 500'])
    await ends(id, SUCCEEDED)
    expect(await rows()).toEqual(['SUCCEEDED PARTIAL 500', 'REQUESTED PARTIAL 1651'])
    await adminRefundOrder(admin(), 'o1')
    await ends((await open()).id, SUCCEEDED)
    expect([await statusOf(), balances()]).toEqual(['CANCELLED REFUNDED 2151', {}])
    expect(await broken()).toEqual([])
  })

  it.each([
    ['arrives', SUCCEEDED, { 'platform:cash': -500 }],
    ['fails', DECLINED, {}],
  ] as const)(
    'whose payment the operator takes back meanwhile has nothing left, and where the part %s',
    async (_how, verdict, left) => {
      run(
        "INSERT INTO history (thing_id, version, thing, event, to_status, at) VALUES ('paid-o1', 1, 'gateway_transaction', 'intend', 'succeeded', 1)",
      )
      paid()
      const id = await sends(500)
      await rejectOrder(seller, 'o1', {})
      await decideByHand(admin(), 'paid-o1', { outcome: 'reversed', note: 'Repris' })
      expect(await rows()).toEqual(['PROCESSING PARTIAL 500', 'SUCCEEDED PARTIAL 1651'])
      expect(balances()).toEqual({ 'refunds:inFlight': 500, 'platform:cash': -500 })
      expect(domain.row("SELECT description FROM incidents WHERE ref = 'reversed:paid-o1'")?.description).toMatch(
        /5 USD manquent à notre caisse.*en route/,
      )
      expect(await broken()).toEqual([])
      await ends(id, verdict)
      expect(await rows()).toEqual(['SUCCEEDED PARTIAL 500', 'SUCCEEDED PARTIAL 1651'])
      expect([await statusOf(), balances()]).toEqual(['REJECTED REFUNDED 2151', left])
      expect(await broken()).toEqual([])
    },
  )
})

describe('a part that waits or failed', () => {
  const refused = async (amountMinor: number) => {
    const id = await sends(amountMinor)
    await ends(id, DECLINED)
    return id
  }

  it('becomes all that is left when staff cancel', async () => {
    await accepted()
    await refused(500)
    await adminCancelOrder(admin(), 'o1', {})
    expect(await rows()).toEqual(['FAILED FULL 2151'])
  })

  it('is taken over by the refund of a seller who rejects', async () => {
    paid()
    const id = await refused(500)
    await rejectOrder({ ...seller, now: ++later }, 'o1', {})
    expect(await open()).toMatchObject({ id, status: 'PROCESSING', kind: 'FULL', amountMinor: 2151 })
    const [tx] = (await selectLatestAttempt(ctx, id)) as GatewayTransaction[]
    expect(tx?.amountMinor).toBe(2151)
  })

  it('is sent as the part that it is by the direct refund, and the order goes on', async () => {
    await accepted()
    const id = await refused(500)
    await adminRefundOrder(admin(), 'o1')
    await ends(id, SUCCEEDED)
    expect(await statusOf()).toBe('ACCEPTED PARTIALLY_REFUNDED 500')
  })

  it('that arrived after all, though it was asked for anew with another amount, is as much as had left', async () => {
    await accepted()
    const id = await refused(500)
    const [failed] = await selectRefunds(ctx, 'o1')
    const at = admin()
    await commit(at, transition(at, refundMachine, failed as RefundRow, 'request', { set: { amountMinor: 900 } }))
    await decideByHand(admin(), id, { outcome: 'lateSuccess', note: 'Arrivé' })
    expect([await statusOf(), await rows()]).toEqual(['ACCEPTED PARTIALLY_REFUNDED 500', ['SUCCEEDED PARTIAL 500']])
    expect(await broken()).toEqual([])
  })

  it('of an order that is over can be given up: another one sends what is held', async () => {
    paid()
    await rejectRefund(admin(), await refused(500), { reason: 'Non' })
    await sends(600)
    expect(await broken()).toEqual([])
  })
})

describe('a parcel', () => {
  const carried = (status: string, job: string) => {
    run('UPDATE orders SET status = ?, version = version + 1 WHERE id = ?', status, 'o1')
    run(
      "INSERT INTO history (thing_id, version, thing, event, from_status, to_status, at) SELECT id, version, 'order', 'carry', 'ACCEPTED', status, 1 FROM orders",
    )
    const way = { pickup: '{}', dropoff: '{}', fee_minor: 151, rider_earning_minor: 120, currency: 'USD' }
    domain.add('deliveries', {
      ...{ id: 'd1', order_id: 'o1', status: job, rider_id: 'rd', ...way },
      ...{ created_at: NOW, updated_at: NOW },
    })
  }

  it('the rider earns the share of the whole fee, though a part of it went back', async () => {
    await accepted()
    carried('DELIVERED', 'DELIVERED')
    await ends(await sends(2100), SUCCEEDED)
    await confirmReceipt(buyer, 'o1')
    expect(await statusOf()).toBe('COMPLETED PARTIALLY_REFUNDED 2100')
    // 51 of the fee are left, and the rider's share of 1.51 is 1.21.
    expect(balances()).toEqual({ 'platform:delivery': -70, 'rider:rd:available': 121 })
    expect(await broken()).toEqual([])
    await ends(await sends(), SUCCEEDED)
    expect([await statusOf(), balances()]).toEqual([
      'REFUNDED REFUNDED 2151',
      { 'platform:delivery': -121, 'rider:rd:available': 121 },
    ])
    expect(await broken()).toEqual([])
  })

  it('that comes back beside a part on its way gives the rest of its goods back afterwards', async () => {
    await accepted()
    const id = await sends(500)
    carried('RETURNING', 'RETURNED')
    await receiveReturn(seller, 'o1')
    expect(await broken()).toEqual([])
    await ends(id, SUCCEEDED)
    expect(await rows()).toEqual(['SUCCEEDED PARTIAL 500', 'PROCESSING PARTIAL 1500'])
    await ends((await open()).id, SUCCEEDED)
    expect([await statusOf(), balances()]).toEqual([
      'CANCELLED PARTIALLY_REFUNDED 2000',
      { 'platform:delivery': 30, 'rider:rd:available': 121 },
    ])
    expect(await broken()).toEqual([])
  })

  it('that comes back while a part waits gives the goods back by it', async () => {
    await accepted()
    await ends(await sends(500), DECLINED)
    carried('RETURNING', 'RETURNED')
    await receiveReturn(seller, 'o1')
    expect(await rows()).toEqual(['PROCESSING PARTIAL 2000'])
    expect(await broken()).toEqual([])
  })
})

describe('in many parts', () => {
  it('neither side is ever below zero, and together they are what was paid', async () => {
    await accepted()
    for (const amountMinor of [1, 1, 7, 333, 15, 15, 15, 1000, 613, 3, 147]) {
      await ends(await sends(amountMinor), SUCCEEDED)
      expect(await broken()).toEqual([])
    }
    await ends(await sends(), SUCCEEDED)
    expect([await statusOf(), balances()]).toEqual(['CANCELLED REFUNDED 2151', {}])
    expect(await broken()).toEqual([])
  })

  it('of an order whose payment the operator takes back: what is left is given back, and the part is our loss', async () => {
    run(
      "INSERT INTO history (thing_id, version, thing, event, to_status, at) VALUES ('paid-o1', 1, 'gateway_transaction', 'intend', 'succeeded', 1)",
    )
    await accepted()
    await ends(await sends(500), SUCCEEDED)
    await decideByHand(admin(), 'paid-o1', { outcome: 'reversed', note: 'Repris' })
    expect([await statusOf(), balances()]).toEqual(['CANCELLED REFUNDED 2151', { 'platform:cash': -500 }])
    expect(await broken()).toEqual([])
  })
})
