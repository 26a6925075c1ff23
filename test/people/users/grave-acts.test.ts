import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call, type Person, reasons, together } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { mailsTo, writtenTo } from '#testing/fixtures/mails.ts'
import { ageSessions, changeUser, signUp } from '#testing/fixtures/people.ts'
import { address, emptyBody, operations } from '../../contract/operations.ts'

// Acts that give or take office, shut accounts or set how money moves ask for the owner, and every ADMIN is mailed.

let admin: Person
let other: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
  other = await signUp('ADMIN')
})

type Act = [
  what: string,
  on: () => Promise<string>,
  method: 'POST' | 'PUT',
  path: (id: string) => string,
  body?: object,
]

const somebody = (role: Parameters<typeof signUp>[0]) => async () => (await signUp(role)).id
const blocked = (role: Parameters<typeof signUp>[0]) => async () => {
  const { id } = await signUp(role)
  await changeUser(id, 'blocked_at = 1')
  return id
}
const deleted = async () => {
  const { id } = await signUp()
  await changeUser(id, 'deleted_at = ?', Date.now())
  return id
}
const nobody = async () => ''
const onUser = (act: string) => (id: string) => `/users/${id}/${act}`

const GRAVE: Act[] = [
  ['gives a role of the team', somebody('BUYER'), 'POST', onUser('role'), { role: 'SUPPORT' }],
  ['makes somebody ADMIN', somebody('SUPPORT'), 'POST', onUser('role'), { role: 'ADMIN' }],
  ['takes a role of the team', somebody('ACCOUNTANT'), 'POST', onUser('role'), { role: 'BUYER' }],
  ['blocks staff', somebody('SUPPORT'), 'POST', onUser('block'), { reason: 'Doute' }],
  ['frees staff', blocked('ADMIN'), 'POST', onUser('unblock'), {}],
  ['resets factors', somebody('SUPPORT'), 'POST', onUser('force-logout'), { resetFactors: true }],
  ['deletes an account', somebody('BUYER'), 'POST', onUser('delete'), { reason: 'Doute' }],
  ['restores an account', deleted, 'POST', onUser('restore')],
  ['sets the commission', nobody, 'PUT', () => '/wallet/settings/platform', { currency: 'USD', commissionRate: '3' }],
  ['sets the moderation', nobody, 'PUT', () => '/moderation/settings', { mode: 'POST' }],
]
const refused = ({ status, error }: Answer) => [status, error?.reason]
const REAUTH = [403, 'REAUTH_REQUIRED']
const told = (person: Person) => writtenTo(person.email, 'staff.acted')

describe.each(GRAVE)('who %s', (_, on, method, path, body) => {
  it('has proved themselves within ten minutes', async () => {
    const stale = await signUp('ADMIN')
    await ageSessions(stale.id)
    const before = await told(other)
    expect(refused(await call(stale, method, path(await on()), body))).toEqual(REAUTH)
    expect(await told(other)).toBe(before)
  })

  it('is told of to every ADMIN by mail, once', async () => {
    const before = [await told(admin), await told(other)]
    const id = await on()
    expect((await call(admin, method, path(id), body)).status).toBe(200)
    expect([await told(admin), await told(other)]).toEqual(before.map((n) => n + 1))
  })
})

describe('what always asks for a proof', () => {
  const always = operations.filter(({ operation }) => operation.proof === 'always')
  it.each(always)('$name: asks before it looks at anything else', async (route) => {
    const stale = await signUp('ADMIN')
    await ageSessions(stale.id)
    expect(refused(await call(stale, route.method, address(route), emptyBody(route)))).toEqual(REAUTH)
  })
})

describe('what is not grave', () => {
  it.each([
    ['a role among buyers and riders', somebody('BUYER'), onUser('role'), { role: 'RIDER' }],
    ['a block of a buyer', somebody('BUYER'), onUser('block'), { reason: 'Doute' }],
    ['a block of a buyer that ends', blocked('BUYER'), onUser('unblock'), {}],
    ['a sign-out', somebody('SUPPORT'), onUser('force-logout'), {}],
  ] as const)('%s asks for no proof, and tells nobody', async (_, on, path, body) => {
    const stale = await signUp('ADMIN')
    await ageSessions(stale.id)
    const before = await told(other)
    expect((await call(stale, 'POST', path(await on()), body)).status).toBe(200)
    expect(await told(other)).toBe(before)
  })

  it('is neither what SUPPORT does to a colleague', async () => {
    const support = await signUp('SUPPORT')
    await ageSessions(support.id)
    const path = onUser('block')(await somebody('ACCOUNTANT')())
    expect(refused(await call(support, 'POST', path, { reason: 'Doute' }))).toEqual(REAUTH)
  })
})

describe('whom it is told', () => {
  it('who loses office by it, and not who comes to it', async () => {
    const [leaving, coming] = [await signUp('ADMIN'), await signUp()]
    for (const [person, role] of [
      [leaving, 'BUYER'],
      [coming, 'ADMIN'],
    ] as const)
      expect((await call(admin, 'POST', `/users/${person.id}/role`, { role })).status).toBe(200)
    expect([await told(leaving), await told(coming)]).toEqual([1, 0])
    const mails = await mailsTo(leaving.email, 'Équipe : un rôle a changé')
    expect(mails[0]?.text).toContain(`${admin.email} a donné le rôle BUYER à ${leaving.email}`)
  })
})

describe('of two who take the office from each other', () => {
  it('one keeps it, and the other’s act is nothing', async () => {
    const [one, two] = [await signUp('ADMIN'), await signUp('ADMIN')]
    const take = (as: Person, { id }: Person) => call(as, 'POST', `/users/${id}/role`, { role: 'BUYER' })
    const acts = [() => take(one, two), () => take(two, one)]
    let turn = 0
    const answers = await together(2, () => (acts[turn++] ?? acts[0])?.() as Promise<Answer>)
    expect(reasons(answers)).toMatchObject({ ok: 1 })
    expect(await count("users WHERE role = 'ADMIN' AND id IN (?, ?)", one.id, two.id)).toBe(1)
  })
})

describe('a name that speaks for the service', () => {
  const named = async (name: string) => {
    const person = await signUp('SUPPORT')
    await changeUser(person.id, 'name = ?', name)
    return person
  }
  const give = ({ id }: Person, role: string) => call(admin, 'POST', `/users/${id}/role`, { role })

  it('goes with the role of the team, and its person is told', async () => {
    const leaves = await named('Support Soko')
    expect((await give(leaves, 'ACCOUNTANT')).data.name).toBe('Support Soko')
    expect((await give(leaves, 'BUYER')).data.name).toBe('Membre')
    expect(await writtenTo(leaves.email, 'user.renamed')).toBe(1)
  })

  it('is the only name that goes: any other stays', async () => {
    const leaves = await named('Aline Bahati')
    expect((await give(leaves, 'BUYER')).data.name).toBe('Aline Bahati')
    expect(await writtenTo(leaves.email, 'user.renamed')).toBe(0)
  })
})
