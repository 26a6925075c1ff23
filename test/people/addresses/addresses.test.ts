import { beforeAll, describe, expect, it } from 'vitest'
import { addAddress } from '#domain/people/addresses/add.ts'
import { type Caller, call, guest, type Person, tally, together } from '#testing/api.ts'
import { contextAs } from '#testing/fixtures/context.ts'
import { count } from '#testing/fixtures/database.ts'
import { ADDRESS } from '#testing/fixtures/inputs.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'

const add = (as: Caller, more: object = {}) => call(as, 'POST', '/users/me/addresses', { ...ADDRESS, ...more })
const edit = (as: Caller, id: string, body: unknown) => call(as, 'PUT', `/users/me/addresses/${id}`, body)
const remove = (as: Caller, id: string) => call(as, 'DELETE', `/users/me/addresses/${id}`)
type Shown = { id: string; label: string; isDefault: boolean }
const list = async (as: Caller): Promise<Shown[]> => (await call(as, 'GET', '/users/me/addresses')).data.addresses
const defaults = async (as: Caller) => (await list(as)).filter(({ isDefault }) => isDefault).map(({ label }) => label)

let me: Person
beforeAll(async () => {
  me = await signUp()
})

describe('addresses', () => {
  it('are kept whole, newest first, the first as the default, in two trips', async () => {
    const full = {
      commune: 'Ibanda',
      quartier: 'Nyalukemba',
      avenue: 'de la Paix',
      number: '12 bis',
      landmark: 'Face à l’école',
      lat: -2.5,
      lng: 28.86,
    }
    const added = await add(me, full)
    expect(added.headers.get('x-d1-round-trips')).toBe('2')
    expect(added.data).toEqual({ ...ADDRESS, ...full, id: expect.any(String), phone: '243810000123', isDefault: true })
    const second = await add(me, { label: 'Bureau', country: 'RW', phone: '0780000123' })
    expect(second.data).toMatchObject({ phone: '250780000123', isDefault: false, commune: null, lat: null })
    expect((await list(me)).map(({ label }) => label)).toEqual(['Bureau', 'Maison'])
    const edited = await edit(me, second.data.id, { city: 'Kigali', phone: '0780000456', landmark: null })
    expect(edited.headers.get('x-d1-round-trips')).toBe('2')
    expect(edited.data).toEqual({ ...second.data, city: 'Kigali', phone: '250780000456' })
    expect((await edit(me, added.data.id, { landmark: null, lat: null })).data).toMatchObject({
      landmark: null,
      lat: null,
    })
    expect((await edit(me, second.data.id, {})).data).toEqual(edited.data)
  })

  it('have one default: it moves to the one that is set, and to the newest when it is taken away', async () => {
    const person = await signUp()
    expect(await list(person)).toEqual([])
    const [a, b, c] = [
      await add(person, { label: 'a' }),
      await add(person, { label: 'b', isDefault: true }),
      await add(person, { label: 'c', isDefault: false }),
    ].map(({ data }) => data.id)
    expect(await defaults(person)).toEqual(['b'])
    expect((await edit(person, a, { isDefault: true })).data.isDefault).toBe(true)
    expect(await defaults(person)).toEqual(['a'])
    expect(await edit(person, a, { isDefault: false })).toMatchObject({ status: 409 })
    expect(await edit(person, b, { isDefault: false })).toMatchObject({ status: 200 })
    expect(await defaults(person)).toEqual(['a'])
    expect((await remove(person, a)).data).toEqual({ deleted: true })
    expect(await defaults(person)).toEqual(['c'])
    await remove(person, b)
    expect(await defaults(person)).toEqual(['c'])
    await remove(person, c)
    expect(await list(person)).toEqual([])
    await add(person, { label: 'd' })
    expect(await defaults(person)).toEqual(['d'])
  })

  it('are twenty at most: of fifty at once twenty hold, and one is the default', async () => {
    const person = await signUp()
    const answers = await together(50, (i) => add(person, { label: `n${i}`, isDefault: i % 2 === 0 }))
    expect(tally(answers)).toEqual({ 201: 20, 409: 30 })
    expect(await list(person)).toHaveLength(20)
    expect(await defaults(person)).toHaveLength(1)
    const [one] = await list(person)
    await remove(person, one?.id ?? '')
    expect(await add(person)).toMatchObject({ status: 201 })
    expect(await add(person)).toMatchObject({ status: 409 })
  })

  it('have one default when many are set, and taken away, at once', async () => {
    const person = await signUp()
    const ids = (await together(10, (i) => add(person, { label: `n${i}` }))).map(({ data }) => data.id)
    expect(tally(await together(50, (i) => edit(person, ids[i % 10], { isDefault: true })))).toEqual({ 200: 50 })
    expect(await defaults(person)).toHaveLength(1)
    await together(27, (i) => (i % 3 ? edit(person, ids[i % 9], { isDefault: true }) : remove(person, ids[i % 9])))
    expect(await defaults(person)).toHaveLength(1)
    const [left] = await list(person)
    expect(tally(await together(50, () => remove(person, left?.id ?? '')))).toEqual({ 200: 1, 404: 49 })
  })

  it('are nobody else’s', async () => {
    const { data } = await add(me)
    const stranger = await signUp('ADMIN')
    expect(await edit(stranger, data.id, { isDefault: true })).toMatchObject({ status: 404 })
    expect(await remove(stranger, data.id)).toMatchObject({ status: 404 })
    expect(await list(stranger)).toEqual([])
    expect((await list(me)).map(({ id }) => id)).toContain(data.id)
    expect(await add(guest)).toMatchObject({ status: 401 })
    expect(await call(guest, 'GET', '/users/me/addresses')).toMatchObject({ status: 401 })
  })

  it.each([
    { label: '' },
    { recipientName: 'x' },
    { phone: '12' },
    { phone: 'abcdefghij' },
    { country: 'FR' },
    { city: undefined },
    { lat: 90.1 },
    { lat: '1' },
    { lng: -180.1 },
    { isDefault: 'oui' },
    { userId: 'x' },
    { id: 'x' },
  ])('are not with %j', async (wrong) => {
    expect(await add(me, wrong)).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } })
    const { data } = await add(me)
    if (!('city' in wrong)) expect(await edit(me, data.id, wrong)).toMatchObject({ status: 400 })
    await remove(me, data.id)
  })

  it('are not added to an account that was deleted since its owner was let in', async () => {
    const person = await signUp()
    const late = contextAs(person)
    await changeUser(person.id, 'deleted_at = 1')
    await expect(addAddress(late, { ...ADDRESS, country: 'CD' })).rejects.toMatchObject({ reason: 'TOKEN_EXPIRED' })
    expect(await count('addresses WHERE user_id = ?', person.id)).toBe(0)
  })
})
