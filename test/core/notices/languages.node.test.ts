import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Write } from '#db/client.ts'
import { commit } from '#domain/core/commit.ts'
import { mailAt, mailOf, mailSecondary, mailTo, message, messageWhen, notify } from '#domain/core/notices/notify.ts'
import { codeBySms } from '#domain/core/notices/sms.ts'
import { orderCancelled, orderPaid } from '#domain/orders/orders/notices.ts'
import { accountRestored, phoneCode } from '#domain/people/users/notices.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

const domain = openDomain(addMarket)
const { ctx } = domain

const told = () =>
  domain
    .rows<Record<string, string>>('SELECT channel, recipient, kind, subject, body FROM outbox ORDER BY rowid')
    .map(({ channel, recipient, kind, subject, body }) => [channel, recipient, kind, subject, body].join(' | '))
const commitOf = async (...writes: Write[]) => {
  await commit(ctx, writes)
  return told()
}
const buyer = { id: 'buyer', email: 'former@soko.test' }

describe('an English speaker', () => {
  beforeEach(() =>
    domain.run(
      "UPDATE users SET locale = 'en', phone_verified_at = 1, secondary_email = 'two@soko.test' WHERE id = 'buyer'",
    ),
  )

  it('is told in English, by mail and by SMS', async () => {
    const total = { amountMinor: 3_700_000, currency: 'CDF' } as const
    const body = 'Order CMD-1 of 37,000 CDF is paid. Accept or refuse it within 24 hours.'
    expect(await commitOf(...notify(ctx, 'buyer', orderPaid, { number: 'CMD-1', total }))).toEqual([
      `EMAIL | buyer@soko.test | order.paid | New order CMD-1 | ${body}`,
      `SMS | 243810000001 | order.paid | New order CMD-1 | ${body}`,
    ])
  })

  it("is told the service's own reasons in English, and somebody's as they gave them", async () => {
    const ours = { fr: 'Trop tard.', en: 'Too late.' }
    const [first, second] = await commitOf(
      ...notify(ctx, 'buyer', orderCancelled, { number: 'CMD-1', reason: ours }),
      ...notify(ctx, 'buyer', orderCancelled, { number: 'CMD-1', reason: 'Rupture' }),
    )
    expect(first).toContain('Order CMD-1 is cancelled. Reason: Too late.')
    expect(second).toContain('Order CMD-1 is cancelled. Reason: Rupture')
  })

  it('is told in English wherever it goes: an address as it was, the second one, a new number', async () => {
    const restored = 'account.restored | Your account is back | Your account is open again: sign in as before.'
    expect(
      await commitOf(
        mailTo(ctx, buyer, accountRestored),
        mailSecondary(ctx, 'buyer', accountRestored),
        ...codeBySms(ctx, { userId: 'buyer', phone: '243999' }, phoneCode, { code: '482915' }),
        messageWhen(ctx, sql`1`, mailOf(buyer), accountRestored),
        messageWhen(ctx, sql`1`, mailAt('buyer@soko.test'), accountRestored),
        messageWhen(ctx, sql`0`, mailAt('buyer@soko.test'), accountRestored),
      ),
    ).toEqual([
      `EMAIL | former@soko.test | ${restored}`,
      `EMAIL | two@soko.test | ${restored}`,
      'SMS | 243999 | code.phone |  | 482915 is your Soko code. It is valid for 10 minutes. Do not share it.',
      `EMAIL | former@soko.test | ${restored}`,
      `EMAIL | buyer@soko.test | ${restored}`,
    ])
  })

  it('is told in the language that a request asks for', async () => {
    const to = { userId: 'buyer', phone: '243999', locale: 'fr' } as const
    expect(await commitOf(...codeBySms(ctx, to, phoneCode, { code: '482915' }))).toEqual([
      'SMS | 243999 | code.phone |  | 482915 est votre code Soko. Il est valable 10 minutes. Ne le donnez à personne.',
    ])
  })
})

it('everybody else is told in French, and so is an address of nobody', async () => {
  const restored =
    'account.restored | Votre compte est rétabli | Votre compte est de nouveau ouvert : connectez-vous comme avant.'
  expect(
    await commitOf(
      mailTo(ctx, buyer, accountRestored),
      message(ctx, mailAt('nobody@soko.test'), accountRestored),
      message(ctx, { channel: 'EMAIL', to: 'nobody@soko.test', locale: 'en' }, accountRestored),
      ...notify(ctx, 'buyer', accountRestored),
      ...notify(ctx, 'nobody', accountRestored),
      mailSecondary(ctx, 'buyer', accountRestored),
    ),
  ).toEqual([
    `EMAIL | former@soko.test | ${restored}`,
    `EMAIL | nobody@soko.test | ${restored}`,
    'EMAIL | nobody@soko.test | account.restored | Your account is back | Your account is open again: sign in as before.',
    `EMAIL | buyer@soko.test | ${restored}`,
  ])
})
