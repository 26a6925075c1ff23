import { beforeEach, describe, expect, it } from 'vitest'
import { compareWithGateway } from '#domain/money/gateways/clock/compare-with-gateway.ts'
import { type Currency, formatAmount } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addTransaction } from '#testing/domain/money.ts'
import { outsideOf } from '#testing/domain/outside.ts'

const domain = openDomain()
let nights = 0
beforeEach(() => {
  nights = 0
})

type Told = Partial<Record<Currency, number>> | undefined
const walletsOf = (told: Told) =>
  told &&
  Object.entries(told).map(([code, amountMinor]) => {
    const currency = code as Currency
    const country = currency === 'RWF' ? 'RWA' : 'COD'
    return { country, currency, balance: formatAmount(amountMinor, currency), money: { amountMinor, currency } }
  })

/** The next night, in which gateway A says so; undefined is no answer. @returns what people were told by now */
async function night(told: Told, meanwhile = () => {}): Promise<string[]> {
  const walletBalances = async () => {
    meanwhile()
    return walletsOf(told)
  }
  await compareWithGateway(domain.after(nights++ * DAY_MS, outsideOf({ pawapay: { walletBalances } })), 'A')
  return domain
    .rows<{ said: string }>('SELECT description AS said FROM incidents ORDER BY rowid')
    .map(({ said }) => said)
}

let moved = 0
/** Money that came in through gateway A, or went out. */
const book = (amountMinor: number, currency: Currency = 'USD') =>
  domain.add('transfers', {
    id: `moved-${++moved}`,
    kind: 'subscription:paid',
    ref: `moved-${moved}`,
    from_account: amountMinor > 0 ? 'gatewayA:clearing' : 'platform:subscriptions',
    to_account: amountMinor > 0 ? 'platform:subscriptions' : 'gatewayA:clearing',
    amount_minor: Math.abs(amountMinor),
    currency,
    created_at: NOW,
  })
const open = (id: string, facts: Parameters<typeof addTransaction>[1]) =>
  addTransaction(domain, {
    id,
    reference: id,
    subjectId: id,
    gateway: 'A',
    kind: 'deposit',
    purpose: 'SUBSCRIPTION',
    ...facts,
  })

describe('gateway A’s balances, at night', () => {
  it('are what our books say: nothing is told', async () => {
    book(500)
    book(700, 'RWF')
    expect(await night({ USD: 500, RWF: 700, CDF: 0 })).toEqual([])
    book(250)
    expect(await night({ USD: 750, RWF: 700, CDF: 0 })).toEqual([])
  })

  it('tell each difference once, to the cent, and it is where the next night begins', async () => {
    book(500)
    const first = "105 USD chez l'opérateur A, 5 USD dans nos livres : l'écart a changé."
    expect(await night({ USD: 10_500 })).toEqual([first])
    book(200)
    expect(await night({ USD: 10_700 })).toEqual([first])
    const fee = "106,99 USD chez l'opérateur A, 7 USD dans nos livres : l'écart a changé."
    expect(await night({ USD: 10_699 })).toEqual([first, fee])
    expect(await night({ USD: 10_699 })).toEqual([first, fee])
    expect(await night({ USD: 10_700 })).toHaveLength(3)
  })

  it('money on its way makes no difference, whether the balance has it yet or not', async () => {
    open('in', { amountMinor: 300, currency: 'USD' })
    open('out', { amountMinor: 80, currency: 'USD', kind: 'payout', purpose: 'ADMIN_PAYOUT' })
    open('late', { amountMinor: 20, currency: 'USD', status: 'expired', nextCheckAt: NOW })
    open('over', { amountMinor: 9000, currency: 'USD', status: 'expired', nextCheckAt: null })
    expect(await night({ USD: -80 })).toEqual([])
    expect(await night({ USD: 320 })).toEqual([])
    expect(await night({ USD: 321 })).toHaveLength(1)
  })

  it('remember what was on its way: it cannot hide a loss of later', async () => {
    open('in', { amountMinor: 300, currency: 'USD' })
    expect(await night({ USD: 300 })).toEqual([])
    domain.run("UPDATE gateway_transactions SET status = 'failed', next_check_at = NULL")
    expect(await night({ USD: 300 })).toHaveLength(1)
    expect(await night({ USD: 300 })).toHaveLength(1)
  })

  it('are explained by a booking, and by one that was taken back', async () => {
    book(10_000)
    expect(await night({ USD: 10_000 })).toEqual([])
    const fee = { ref: 'b1', amount_minor: 500, currency: 'USD' }
    const [clearing, fees] = ['gatewayA:clearing', 'platform:fees']
    domain.add('transfers', {
      ...fee,
      id: 'b1',
      kind: 'booking:fee',
      from_account: fees,
      to_account: clearing,
      created_at: NOW + 1,
    })
    expect(await night({ USD: 10_000 })).toHaveLength(1)
    domain.add('transfers', {
      ...{ ...fee, id: 'b2', kind: 'transfer:reversed', from_account: clearing, to_account: fees },
      created_at: NOW + DAY_MS + 1,
    })
    expect(await night({ USD: 10_000 })).toHaveLength(1)
  })

  it('an incident tells that the balances cannot be read or a wallet is missing', async () => {
    expect(await night(undefined)).toEqual(["Les soldes de l'opérateur A n'ont pas pu être lus."])
    book(500)
    expect(await night({ CDF: 0 })).toEqual([
      "Les soldes de l'opérateur A n'ont pas pu être lus.",
      'Pas de portefeuille en USD, où nos livres ont 5 USD.',
    ])
  })

  it('are compared at rest: what moves meanwhile is read again, and what never rests waits for the next night', async () => {
    book(500)
    let asked = 0
    expect(await night({ USD: 600 }, () => asked++ === 0 && book(100))).toEqual([])
    expect(asked).toBe(2)
    expect(await night({ USD: 1 }, () => book(1))).toEqual([])
    expect(await night({ USD: 1 })).toHaveLength(1)
  })

  it('an incident tells on the third night in a row that the balances never rest, and the next night tries again', async () => {
    book(500)
    expect(await night({ USD: 500 })).toEqual([])
    const restless = () => night({ USD: 1 }, () => book(1))
    expect(await restless()).toEqual([])
    expect(await restless()).toEqual([])
    expect(await restless()).toEqual([expect.stringContaining('depuis trois nuits')])
    expect(await restless()).toHaveLength(2)
    expect((await night({ USD: 1 })).at(-1)).toContain('a changé')
  })
})
