import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '#testing/api.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
import { transfer } from '#testing/fixtures/ledger.ts'
import { askWithdrawalCode, letResend, newWalletOwner, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'

// A right code costs no try, also where what it approves is refused (docs/money.md, Approval codes).

const mostADay = (amountMinor: number | null) =>
  run("UPDATE money_settings SET max_payout_per_day_minor = ? WHERE currency = 'USD'", amountMinor)
afterEach(() => mostADay(null))

const word = ({ status, error }: Answer) => error?.reason ?? error?.code ?? status
const counted = async (person: string) =>
  (
    await first<{ n: number }>(
      "SELECT coalesce(sum(count), 0) AS n FROM attempts WHERE key LIKE '%' || ? || '%' AND key NOT LIKE 'email:%'",
      person,
    )
  )?.n

describe('a right code', () => {
  it('a right code that the maximum of the day refuses is not counted, and is good once the day allows it', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const code = await withdrawalCode(seller, 'USD', 20)
    await mostADay(1000)
    for (let i = 0; i < 7; i++) expect(word(await withdraw(seller, 'USD', 20, code))).toBe('PAYOUT_LIMIT')
    expect(await counted(seller.person.id)).toBe(0)
    await mostADay(null)
    expect(word(await withdraw(seller, 'USD', 20, code))).toBe(201)
  })

  it('a right code that the balance does not cover leaves the wrong ones counted', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    const code = await withdrawalCode(seller, 'USD', 20)
    await transfer(`seller:${seller.ownerId}:available`, 'platform:cash', 4000)
    for (let i = 0; i < 3; i++) expect((await withdraw(seller, 'USD', 20, otherCode(code))).status).toBe(401)
    for (let i = 0; i < 4; i++) expect(word(await withdraw(seller, 'USD', 20, code))).toBe('INSUFFICIENT_BALANCE')
    for (let i = 0; i < 2; i++) expect((await withdraw(seller, 'USD', 20, otherCode(code))).status).toBe(401)
    expect((await withdraw(seller, 'USD', 20, code)).status).toBe(429)
  })
})

describe('the code of a withdrawal', () => {
  it('is not mailed for more than the day allows', async () => {
    const seller = await newWalletOwner('SELLER', { USD: 5000 })
    await mostADay(1000)
    expect((await withdraw(seller, 'USD', 4, await withdrawalCode(seller, 'USD', 4))).status).toBe(201)
    await letResend(seller.person)
    expect(word(await askWithdrawalCode(seller, 'USD', 6.01))).toBe('PAYOUT_LIMIT')
    expect(word(await askWithdrawalCode(seller, 'USD', 6))).toBe(200)
  })
})
