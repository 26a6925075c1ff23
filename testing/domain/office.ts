import { NOW, type TestDomain } from './domain.ts'
import { addMarket } from './market.ts'

/** Somebody of the team who is let in. */
export const AGENT = { id: 'agent', role: 'SUPPORT' } as const

/**
 * A market with an ADMIN and two agents in office, tickets of its buyer in three states (the second is the agent's), an open
 * incident of its buyer, and two posts.
 */
export function addOffice(domain: TestDomain): void {
  const { add } = domain
  addMarket(domain)
  const at = { created_at: NOW, updated_at: NOW }
  for (const [id, role] of [
    ['admin', 'ADMIN'],
    ['agent', 'SUPPORT'],
    ['colleague', 'SUPPORT'],
  ])
    add('users', { id, name: id, email: `${id}@soko.test`, role, ...at })
  const created = (thing: string, id: string, event: string, status: string) =>
    add('history', { thing, thing_id: id, version: 1, event, to_status: status, caller: 'job', at: NOW })
  const tickets = { open: 'OPEN', taken: 'IN_PROGRESS', resolved: 'RESOLVED' }
  for (const [number, [id, status]] of Object.entries(tickets).entries()) {
    const ticket = { number: `TIC-${number}`, owner_id: 'buyer', subject: 'Aide', category: 'OTHER', goes_first: 0 }
    add('tickets', { id, ...ticket, status, assignee_id: id === 'taken' ? 'agent' : null, ...at })
    created('ticket', id, 'create', status)
  }
  const fault = { type: 'OTHER', severity: 'LOW', title: 'Une panne', description: 'Rien ne va.' }
  add('incidents', { id: 'incident', ...fault, ref: 'incident', status: 'OPEN', opened_by: 'buyer', ...at })
  add('incident_parties', { incident_id: 'incident', user_id: 'buyer', part: 'BUYER', opened_at: NOW })
  created('incident', 'incident', 'open', 'OPEN')
  for (const [id, status] of Object.entries({ draft: 'DRAFT', published: 'PUBLISHED' })) {
    const text = { title: id, slug: id, excerpt: '', body: 'Texte', tags: '[]', locale: 'fr' }
    add('posts', { id, ...text, status, published_at: status === 'PUBLISHED' ? NOW : null, ...at })
    created('post', id, 'create', status)
  }
}
