import { expect, it } from 'vitest'
import { guest } from '#testing/api.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { setFault } from '#testing/sandbox.ts'
import { clockGoesOn, serviceWith } from '#testing/stories/production.ts'

clockGoesOn()
const MINUTE = 60_000
const alerts = async () => (await all<{ text: string }>('SELECT text FROM alerts ORDER BY id')).map(({ text }) => text)

it('each new reason not to be ready is told, also while an older one stands, and once', async () => {
  const service = serviceWith({})
  await service.tick(MINUTE)
  await run(
    `INSERT INTO outbox (id, channel, lane, kind, recipient, subject, body, status, attempts, next_at, created_at)
     VALUES ('waits', 'SMS', 'CODE', 'recovery.proven', '+243810000000', '', 'x', 'PENDING', 5, ?, ?)`,
    ...[Date.now() + 60 * MINUTE, Date.now() - 10 * MINUTE],
  )
  await service.tick(MINUTE)
  expect(await alerts()).toHaveLength(1)
  await run("INSERT INTO law_verdicts (name, ok, checked_at) VALUES ('planted', 0, ?)", Date.now())
  for (let i = 0; i < 3; i++) await service.tick(MINUTE)
  expect(await alerts()).toEqual([expect.stringContaining('Un code attend'), expect.stringContaining('Un contrôle')])
})

it('a code that nobody takes ends with its life, and makes the service unready no longer', async () => {
  await run('DELETE FROM law_verdicts')
  await run('DELETE FROM outbox')
  const service = serviceWith({})
  await setFault({ gateway: 'EMAIL', fault: 'down', times: 1000 })
  await service.ask(guest, 'POST', '/auth/create-account', {
    name: 'Aline',
    email: 'sans-route@test.example',
    password: 'un-lac-tranquille-2026',
    role: 'BUYER',
  })
  for (let i = 0; i < 20; i++) await service.tick(MINUTE)
  expect(await all('SELECT status, attempts FROM outbox')).toEqual([{ status: 'FAILED', attempts: 5 }])
})
