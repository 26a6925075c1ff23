import { expect, it } from 'vitest'
import type { Ctx } from '#domain/core/context.ts'
import { setPostCover } from '#domain/office/blog/cover.ts'
import { CreatePost, createPost } from '#domain/office/blog/create.ts'
import { deletePost } from '#domain/office/blog/delete.ts'
import { publishPost, unpublishPost } from '#domain/office/blog/publish.ts'
import { updatePost } from '#domain/office/blog/update.ts'
import { answerIncident } from '#domain/office/incidents/answer.ts'
import { dismissIncident } from '#domain/office/incidents/dismiss.ts'
import { openIncident } from '#domain/office/incidents/open.ts'
import { resolveIncident } from '#domain/office/incidents/resolve.ts'
import { updateIncident } from '#domain/office/incidents/update.ts'
import { Broadcast, broadcast } from '#domain/office/notifications/broadcast.ts'
import { assignTicket } from '#domain/office/support/assign.ts'
import { closeTicket } from '#domain/office/support/close.ts'
import { CreateTicket, createTicket } from '#domain/office/support/create.ts'
import { reopenTicket } from '#domain/office/support/reopen.ts'
import { resolveTicket } from '#domain/office/support/resolve.ts'
import { updateTicket } from '#domain/office/support/update.ts'
import { writeToTicket } from '#domain/office/support/write.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { AGENT, addOffice } from '#testing/domain/office.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'

// The door lets somebody in, and before their commit an admin takes their role or blocks them.

const domain = openDomain(addOffice)
Object.assign(domain.ctx.files, { put: async () => {}, remove: async () => {} })

const post = { title: 'Titre', body: 'Texte' }
const asked = { audience: { role: 'BUYER' }, title: 'Bonjour', body: 'À tous' }
const told = { type: 'OTHER', title: 'Une panne', description: 'Rien ne va.' } as const

const VERBS: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  assignTicket: (ctx) => assignTicket(ctx, 'open', { assigneeId: 'admin' }),
  updateTicket: (ctx) => updateTicket(ctx, 'open', { priority: 'HIGH' }),
  resolveTicket: (ctx) => resolveTicket(ctx, 'taken', {}),
  closeTicket: (ctx) => closeTicket(ctx, 'taken', {}),
  reopenTicket: (ctx) => reopenTicket(ctx, 'resolved', {}),
  'writeToTicket, an answer': (ctx) =>
    writeToTicket(ctx, 'taken', { body: 'Bonjour', isInternal: false, attachments: [] }),
  'writeToTicket, a note': (ctx) => writeToTicket(ctx, 'taken', { body: 'Bonjour', isInternal: true, attachments: [] }),
  openIncident: (ctx) => openIncident(ctx, told),
  answerIncident: (ctx) => answerIncident(ctx, 'incident', { body: 'Nous regardons.', attachments: [] }),
  updateIncident: (ctx) => updateIncident(ctx, 'incident', { severity: 'HIGH' }),
  resolveIncident: (ctx) => resolveIncident(ctx, 'incident', { outcome: 'SELLER', note: 'Rien à rendre.' }),
  dismissIncident: (ctx) => dismissIncident(ctx, 'incident', {}),
  createPost: (ctx) => createPost(ctx, CreatePost.parse(post)),
  updatePost: (ctx) => updatePost(ctx, 'draft', { title: 'Autre titre' }),
  publishPost: (ctx) => publishPost(ctx, 'draft'),
  unpublishPost: (ctx) => unpublishPost(ctx, 'published'),
  deletePost: (ctx) => deletePost(ctx, 'draft'),
  setPostCover: (ctx) => setPostCover(ctx, 'draft', { cover: new File([jpeg()], 'x.jpg') }),
  broadcast: (ctx) => broadcast(ctx, Broadcast.parse(asked)),
}

const everything = () =>
  ['tickets', 'ticket_messages', 'incidents', 'incident_updates', 'posts', 'broadcasts', 'history', 'audit']
    .concat(['notifications', 'outbox', 'refunds'])
    .map((table) => [table, domain.rows(`SELECT * FROM ${table}`)])

it.each(Object.keys(VERBS))('%s is done by who is in office', async (name) => {
  const before = everything()
  await VERBS[name]?.(domain.as(AGENT))
  expect(everything()).not.toEqual(before)
  expect(domain.rows('SELECT DISTINCT actor_id FROM audit')).toEqual([{ actor_id: AGENT.id }])
})

const GONE = {
  'loses the role': "role = 'BUYER'",
  'is given another role': "role = 'ADMIN'",
  'is blocked': 'blocked_at = 1',
  'is deleted': 'deleted_at = 1',
}
const cases = Object.keys(VERBS).flatMap((name) => Object.entries(GONE).map(([how, set]) => [name, how, set] as const))

it.each(cases)('%s does nothing of somebody who, let in, %s', async (name, _how, set) => {
  const before = everything()
  const leaves = domain.meanwhile(`UPDATE users SET ${set} WHERE id = '${AGENT.id}'`, domain.as(AGENT))
  const refused = { code: 'UNAUTHORIZED', reason: 'TOKEN_EXPIRED', guard: 'ACTOR_GONE' }
  await expect(VERBS[name]?.(leaves)).rejects.toMatchObject(refused)
  expect(everything()).toEqual(before)
})

const OWN: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  createTicket: (ctx) => createTicket(ctx, CreateTicket.parse({ subject: 'Aide', category: 'OTHER', body: 'Bonjour' })),
  closeTicket: (ctx) => closeTicket(ctx, 'taken', { note: 'Merci' }),
  reopenTicket: (ctx) => reopenTicket(ctx, 'resolved', { note: 'Encore' }),
  writeToTicket: (ctx) => writeToTicket(ctx, 'taken', { body: 'Bonjour', isInternal: false, attachments: [] }),
  openIncident: (ctx) => openIncident(ctx, told),
  answerIncident: (ctx) => answerIncident(ctx, 'incident', { body: 'Bonjour', attachments: [] }),
}
const buyer = domain.as({ id: 'buyer', role: 'BUYER' })
const ends = ['blocked_at = 1', 'deleted_at = 1']

it.each(Object.keys(OWN))('%s does nothing of its person who is blocked or deleted at once', async (name) => {
  // One that is of no order is open at a time.
  if (name === 'openIncident') domain.run("UPDATE incidents SET status = 'DISMISSED' WHERE id = 'incident'")
  const before = everything()
  for (const set of ends) {
    const leaves = domain.meanwhile(`UPDATE users SET ${set} WHERE id = 'buyer'`, buyer)
    await expect(OWN[name]?.(leaves)).rejects.toMatchObject({ code: 'UNAUTHORIZED', guard: 'ACTOR_GONE' })
    domain.run("UPDATE users SET blocked_at = NULL, deleted_at = NULL WHERE id = 'buyer'")
  }
  expect(everything()).toEqual(before)
  await OWN[name]?.(buyer)
  expect(everything()).not.toEqual(before)
})
