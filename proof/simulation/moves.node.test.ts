import { describe, expect, it } from 'vitest'
import { checkClearing } from './gateways/clearing.ts'
import { requireTaken } from './gateways/operators.ts'
import { broken, firstPayin, laws, openBroken, run, taskOf } from './laws/broken.ts'
import { checkCharge } from './laws/charges.ts'
import { checkLeaving } from './laws/leaving.ts'
import { checkPrices } from './laws/prices.ts'

openBroken()

describe('what an operator is asked to move', () => {
  it('is within what it takes, and whole where it takes no centimes', () => {
    const ask = (operator: string, amountMinor: number) =>
      requireTaken(broken.simulation, operator, { amountMinor, currency: 'CDF' })
    for (const amountMinor of [50_000, 500_000_000]) ask('VODACOM_MPESA_COD', amountMinor)
    expect(laws()).toEqual([])
    for (const amountMinor of [49_900, 500_000_100]) {
      ask('VODACOM_MPESA_COD', amountMinor)
      expect(laws()).toEqual(['no operator is asked to move less or more than it takes'])
    }
    ask('vodacom', 50_050)
    expect(laws()).toEqual(['M-Pesa is never asked to move centimes'])
  })
})

describe('who charges, and how much', () => {
  it('the act and the clock do, a question never does', () => {
    for (const label of ['createOrder', 'payOrder', 'cron']) checkCharge(broken.simulation, taskOf(label), firstPayin())
    expect(laws()).toEqual([])
    for (const label of ['checkPayment', 'callback B']) {
      checkCharge(broken.simulation, taskOf(label), firstPayin())
      expect(laws()).toEqual(['who only asks charges nobody'])
    }
  })

  it('the clock never sends a charge of staff', () => {
    const payin = firstPayin()
    run(`UPDATE gateway_transactions SET purpose = 'CHARGE', subject_id = id WHERE reference = '${payin.reference}'`)
    checkCharge(broken.simulation, taskOf('requestPayin'), payin)
    expect(laws()).toEqual([])
    checkCharge(broken.simulation, taskOf('cron'), payin)
    expect(laws()).toEqual(['a charge of staff is sent by its act'])
  })

  it('a cent more than the total is seen', () => {
    const payin = firstPayin()
    checkCharge(broken.simulation, taskOf('createOrder'), { ...payin, money: { ...payin.money, amountMinor: 1 } })
    expect(laws()).toEqual(['a phone is asked for the totals of its orders, each at its frozen rate and rounded once'])
  })
})

describe('what goods cost', () => {
  const ofAll = `UPDATE order_items SET quantity = 999, line_total_minor =`
  const inFrancs = [
    `UPDATE products SET currency = 'CDF'`,
    'UPDATE variants SET price_minor = 1300',
    'UPDATE orders SET subtotal_minor = 464, total_minor = 464 + delivery_fee_minor',
  ]

  it('999 pieces at CDF 13 are USD 4.64, rounded once', () => {
    expect(checkPrices(broken.simulation, 0)).toBe(broken.market.lastOrder)
    expect(laws()).toEqual([])
    for (const sql of [...inFrancs, `${ofAll} 464`]) run(sql)
    checkPrices(broken.simulation, 0)
    expect(laws()).toEqual([])
    run(`${ofAll} 463`)
    checkPrices(broken.simulation, 0)
    expect(laws()).toEqual(['a line is its prices at the rate, rounded once', 'the goods cost the sum of their lines'])
  })

  it('what is above zero is never zero', () => {
    for (const sql of [...inFrancs, 'UPDATE variants SET price_minor = 1', 'UPDATE order_items SET quantity = 1'])
      run(sql)
    run('UPDATE order_items SET line_total_minor = 0')
    checkPrices(broken.simulation, 0)
    expect(laws()).toContain('a line is its prices at the rate, rounded once')
  })
})

describe('what a gateway moved', () => {
  it('is its clearing account', () => {
    checkClearing(broken.simulation)
    expect(laws()).toEqual([])
    const [movement] = broken.simulation.gateways.movements.values()
    if (movement) movement.status = 'failed'
    checkClearing(broken.simulation)
    expect(laws()).toEqual(['what a gateway moved is what its clearing account says'])
  })

  it('is less by a fee once finance has booked it, and not before', () => {
    const money = { amountMinor: 7, currency: 'USD' as const }
    broken.simulation.gateways.lines.push({ gateway: 'B', kind: 'GATEWAY_FEE', reference: 'F', money })
    checkClearing(broken.simulation)
    expect(laws()).toEqual([])
    run(`INSERT INTO bookings (id, kind, gateway, status, amount_minor, currency, reference, folded_reference, note, requested_by, confirmed_by,
      created_at, updated_at) VALUES ('b', 'GATEWAY_FEE', 'B', 'BOOKED', 7, 'USD', 'F', 'f', 'x', 'x', 'y', 1, 1)`)
    checkClearing(broken.simulation)
    expect(laws()).toEqual(['what a gateway moved is what its clearing account says'])
    run(`UPDATE accounts SET balance_minor = balance_minor + 7 WHERE code = 'gatewayB:clearing' AND currency = 'USD'`)
    checkClearing(broken.simulation)
    expect(laws()).toEqual([])
  })

  it('is what was booked where it lied to us', () => {
    const [movement] = broken.simulation.gateways.movements.values()
    if (movement) Object.assign(movement, { status: 'failed', hasLied: true })
    checkClearing(broken.simulation)
    expect(laws()).toEqual([])
  })
})

describe('who money leaves to', () => {
  const refundOf = (reference: string) => [
    `UPDATE gateway_transactions SET kind = 'payout', purpose = 'REFUND', subject_id = 'r' WHERE reference = '${reference}'`,
    `INSERT INTO refunds (id, order_id, amount_minor, currency, kind, status, gateway, phone, network, country, created_at, updated_at)
      SELECT 'r', id, 1, 'USD', 'PARTIAL', 'PROCESSING', 'B', 'x', 'airtel', 'CD', 1, 1 FROM orders
      WHERE id IN (SELECT w.order_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id AND g.reference = '${reference}')`,
  ]

  it('is who paid, or whom a code approved; a stolen session sends to who paid alone', () => {
    for (const { name } of broken.market.store.rows<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'gateway_transactions'`,
    ))
      run(`DROP TRIGGER ${name}`)
    const { reference } = firstPayin()
    for (const sql of refundOf(reference)) run(sql)
    const payer = broken.simulation.gateways.movements.get(reference)?.phone ?? ''
    const send = (label: string, phone: string) =>
      checkLeaving(broken.simulation, taskOf(label), { kind: 'payout', reference, phone })
    send('insiderRefunds', payer)
    expect(laws()).toEqual([])
    send('confirmRefund', '243990000066')
    expect(laws()).toEqual(['nothing leaves to a number that did not pay, and that no code approved'])
    run(`INSERT INTO pending_approvals (id, purpose, subject_id, requested_by, terms, input, expires_at, ended_by, ended_at, created_at)
      SELECT 'a', 'REFUND_NUMBER', 'r', id, '["243990000066"]', '{}', 1, 'APPROVED', 1, 1 FROM users LIMIT 1`)
    send('confirmRefund', '243990000066')
    expect(laws()).toEqual([])
    run('DELETE FROM pending_approvals')
    run(`INSERT INTO audit (id, actor_id, action, target_id, details, at)
      SELECT 'a', id, 'refund.retry', 'r', '{"phone":"243••••••066","isOther":true}', 1 FROM users LIMIT 1`)
    send('retryRefund', '243990000066')
    expect(laws()).toEqual([])
    send('insiderGuesses', '243990000066')
    expect(laws()).toEqual(['a stolen session sends money to nobody but whoever paid it'])
  })
})
