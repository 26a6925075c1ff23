import { afterEach, expect, it } from 'vitest'
import { call } from '../../api.ts'
import { nightCronAfter } from '../../clock.ts'
import { all } from '../../fixtures/database.ts'
import { freshPhone, subscriptionBody } from '../../fixtures/inputs.ts'
import { signUp } from '../../fixtures/people.ts'
import { newSeller } from '../../fixtures/shops.ts'
import { newPlan, subscribed } from '../../fixtures/subscriptions.ts'
import { approve, clearFaults, inbox, setFault } from '../../sandbox.ts'

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

  await subscribed(await newSeller(), plan.id)
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
