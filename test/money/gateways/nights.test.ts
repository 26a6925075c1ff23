import { afterEach, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { nightCronAfter } from '#testing/clock.ts'
import { all } from '#testing/fixtures/database.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { newPlan, subscribeAndPay } from '#testing/fixtures/subscriptions.ts'
import { approve, clearFaults, inbox, setFault } from '#testing/sandbox.ts'
import { withCode } from '#testing/stories/books.ts'

const DAY = 86_400_000
afterEach(() => clearFaults())

const told = async () =>
  (
    await all<{ said: string }>("SELECT description AS said FROM incidents WHERE ref GLOB 'night:A:*' ORDER BY rowid")
  ).map(({ said }) => said)

it('compares gateway A’s wallets with the books: once for what they began with, then for what they lack', async () => {
  const [admin, plan] = [await signUp('ADMIN'), await newPlan()]
  await nightCronAfter(DAY, 2)
  expect((await told()).length).toBe(3)
  const mails = async () => (await inbox(admin.email)).filter(({ text }) => text.includes('soldes de l'))
  const before = (await mails()).length

  await subscribeAndPay(await newSeller(), plan.id)
  const phone = freshPhone()
  await call(await newSeller(), 'POST', '/subscriptions', subscriptionBody(plan.id, phone))
  await nightCronAfter(DAY, 2)
  await approve(phone)
  await nightCronAfter(DAY)
  expect((await told()).length).toBe(3)
  expect((await mails()).length).toBe(before)

  await setFault({ gateway: 'A', fault: 'down' })
  await nightCronAfter(DAY)
  expect((await told()).slice(3)).toEqual(["Les soldes de l'opérateur A n'ont pas pu être lus."])
})

/** Two people book by a statement of gateway A; whoever was signed in before a night is so no more. */
async function book(fields: { kind: string; amount: string; reference: string }) {
  const [finance, admin] = [await signUp('ACCOUNTANT'), await signUp('ADMIN')]
  const form = new FormData()
  for (const [name, value] of Object.entries({ gateway: 'A', currency: 'USD', note: 'Relevé', ...fields }))
    form.append(name, value)
  const asked = await call(finance, 'POST', '/ledger/bookings/request', form)
  expect(asked.error).toBeUndefined()
  const { pendingId } = asked.data
  const { code } = await withCode(admin, () => call(admin, 'POST', '/ledger/bookings/confirm', { pendingId }))
  expect((await call(admin, 'POST', '/ledger/bookings/confirm', { pendingId, code })).data.status).toBe('BOOKED')
}

it('a fee that gateway A took is told once, and gone when it is booked; what nothing explains is told', async () => {
  const plan = await newPlan()
  await nightCronAfter(DAY)
  const [beside] = await all<{ least: number }>(
    "SELECT least_minor AS least FROM gateway_wallets WHERE currency = 'USD'",
  )
  await book({ kind: 'TOP_UP', amount: ((beside?.least ?? 0) / 100).toFixed(2), reference: 'Ouverture' })
  await nightCronAfter(DAY, 2)
  const before = (await told()).length

  await setFault({ gateway: 'A', fault: 'takesFee', kind: 'deposit' })
  await subscribeAndPay(await newSeller(), plan.id)
  await nightCronAfter(DAY, 2)
  expect((await told()).slice(before)).toEqual([expect.stringContaining('écart')])

  const [deposit] = await all<{ amount: number }>(
    "SELECT amount_minor AS amount FROM gateway_transactions WHERE gateway = 'A' AND kind = 'deposit' ORDER BY rowid DESC LIMIT 1",
  )
  const fee = Math.round((deposit?.amount ?? 0) / 50)
  await book({ kind: 'GATEWAY_FEE', amount: (fee / 100).toFixed(2), reference: 'Frais' })
  await nightCronAfter(DAY, 2)
  expect((await told()).length).toBe(before + 1)
  const admin = await signUp('ADMIN')
  const { balances } = (await call(admin, 'GET', '/gatewayA/wallets')).data
  const has = balances.find(({ currency }: { currency: string }) => currency === 'USD').balance
  const [clearing] = await all<{ minor: number }>(
    "SELECT -balance_minor AS minor FROM accounts WHERE code = 'gatewayA:clearing' AND currency = 'USD'",
  )
  expect(Math.round(Number(has) * 100)).toBe(clearing?.minor)

  await book({ kind: 'GATEWAY_FEE', amount: '0.77', reference: 'Rien' })
  await nightCronAfter(DAY, 2)
  expect((await told()).length).toBe(before + 2)
})
