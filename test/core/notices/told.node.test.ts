import { expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import { mailOf, message, notify } from '#domain/core/notices/notify.ts'
import { type Told, wordsOf } from '#domain/core/notices/told.ts'
import { orderCancelled } from '#domain/orders/orders/notices.ts'
import { googleLinked } from '#domain/people/google/notices.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

// A notification is kept as facts: its words are made when it is read.

const domain = openDomain(addMarket)
const { ctx } = domain

const lastRow = () => domain.row('SELECT type, facts, title, body FROM notifications ORDER BY seq DESC') ?? {}
const toldOf = (row: Record<string, unknown>) => ({ ...row, facts: JSON.parse(String(row.facts)) }) as Told

it('has no text in its row, and the words of each language when it is read', async () => {
  const reason = { fr: 'Trop tard.', en: 'Too late.' }
  await commit(ctx, notify(ctx, 'buyer', orderCancelled, { number: 'CMD-1', reason }))
  const row = lastRow()
  expect(row).toMatchObject({ type: 'order.cancelled', title: null, body: null })
  expect(wordsOf(toldOf(row), 'fr').body).toContain('Trop tard.')
  expect(wordsOf(toldOf(row), 'en').body).toContain('Too late.')
})

it('keeps no link, which is for the mailbox alone', async () => {
  const link = 'https://www.soko.market/annuler?token=secret'
  const buyer = mailOf({ id: 'buyer', email: 'buyer@soko.test' })
  await commit(ctx, [message(ctx, buyer, googleLinked, { email: 'x@gmail.com', link })])
  const row = lastRow()
  expect(JSON.stringify(row)).not.toContain('secret')
  expect(wordsOf(toldOf(row), 'fr').body).toContain('le lien est dans votre e-mail.')
})
