import { beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'

// A person who writes as much as they may to a thing takes it from nobody: D1 has no string over 2 MB, which the local one does not hold.

const BODY = '€'.repeat(5000)
const D1_STRING = 2_000_000
type Written = { body: string }

let buyer: Person
let agent: Person
beforeAll(async () => {
  ;[buyer, agent] = [await signUp('BUYER'), await signUp('SUPPORT')]
})

const bytes = (written: Written[]) => new TextEncoder().encode(JSON.stringify(written)).length

/** 500 words of the longest kind, as the days would have brought them. */
const often = (table: string, thing: string, columns: string, values: string, id: string) =>
  run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
     INSERT INTO ${table} (id, ${thing}, author_id, body, created_at, ${columns})
     SELECT ?1 || printf(':%04d', i), ?1, ?2, ?3, i, ${values} FROM n`,
    ...[id, buyer.id, BODY],
  )

it('an incident with 7 MB of updates is read, with the latest of them, and decided', async () => {
  const { data } = await call(buyer, 'POST', '/incidents', { type: 'OTHER', title: 'Colis', description: 'Abîmé' })
  await often('incident_updates', 'incident_id', 'author_role', "'BUYER'", data.id)
  await call(buyer, 'POST', `/incidents/${data.id}/updates`, { body: 'Le dernier mot' })
  const { updates }: { updates: Written[] } = (await call(buyer, 'GET', `/incidents/${data.id}`)).data
  expect(updates.at(-1)?.body).toBe('Le dernier mot')
  expect(updates.length).toBeGreaterThan(50)
  expect(bytes(updates)).toBeLessThan(D1_STRING)
  const { status, data: decided } = await call(agent, 'POST', `/incidents/${data.id}/dismiss`, { note: 'Non' })
  expect([status, decided.status]).toEqual([200, 'DISMISSED'])
})

it('a ticket with 7 MB of messages is read, with the latest of them, and closed', async () => {
  const asked = { subject: 'Aide', category: 'OTHER', body: 'Bonjour' }
  const { data } = await call(buyer, 'POST', '/support/tickets', asked)
  await often('ticket_messages', 'ticket_id', 'sender_role, is_internal', "'BUYER', 0", data.id)
  await call(buyer, 'POST', `/support/tickets/${data.id}/messages`, { body: 'Le dernier mot' })
  for (const as of [buyer, agent]) {
    const { messages }: { messages: Written[] } = (await call(as, 'GET', `/support/tickets/${data.id}`)).data
    expect(messages.at(-1)?.body).toBe('Le dernier mot')
    expect(messages.length).toBeGreaterThan(50)
    expect(bytes(messages)).toBeLessThan(D1_STRING)
  }
  expect((await call(agent, 'POST', `/support/tickets/${data.id}/close`)).data.status).toBe('CLOSED')
})
