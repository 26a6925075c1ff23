import { expect, it } from 'vitest'
import { message } from '../../../src/domain/core/notices/notify.ts'
import { sendOutbox } from '../../../src/domain/core/notices/send.ts'
import { contextNow } from '../../fixtures/context.ts'
import { freshEmail } from '../../fixtures/inputs.ts'
import { inbox } from '../../sandbox.ts'

it('senders at once each take messages of their own, so a burst does not wait for the cron', async () => {
  const ctx = contextNow()
  const to = freshEmail('rafale')
  const hello = { channel: 'EMAIL', to, kind: 'test', subject: 'Bonjour', body: 'Bonjour' } as const
  for (let i = 0; i < 50; i++) await message(ctx, hello)
  const sent = await Promise.all([sendOutbox(ctx), sendOutbox(ctx), sendOutbox(ctx)])
  expect(sent.reduce((sum, count) => sum + count)).toBe(50)
  expect(await inbox(to)).toHaveLength(50)
})
