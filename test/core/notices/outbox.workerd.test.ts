import { expect, it } from 'vitest'
import { message } from '#domain/core/notices/notify.ts'
import { sendOutbox } from '#domain/core/notices/send.ts'
import { accountRestored } from '#domain/people/users/notices.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { inbox } from '#testing/sandbox.ts'

it('senders at once each take messages of their own, so a burst does not wait for the cron', async () => {
  const ctx = contextNow()
  const to = freshEmail('rafale')
  for (let i = 0; i < 50; i++) await message(ctx, { channel: 'EMAIL', to, locale: 'fr' }, accountRestored)
  const sent = await Promise.all([sendOutbox(ctx), sendOutbox(ctx), sendOutbox(ctx)])
  expect(sent.reduce((sum, count) => sum + count)).toBe(50)
  expect(await inbox(to)).toHaveLength(50)
})
