import { describe, expect, it } from 'vitest'
import { type Answer, call, guest, type Person, tally } from '#testing/api.ts'
import { newGoogleAccount, registerGoogle } from '#testing/fixtures/google.ts'
import { freshEmail, PROFILE } from '#testing/fixtures/inputs.ts'
import { changeUser, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { refusal } from '#testing/stories/catalogue.ts'
import { again } from '#testing/stories/money.ts'
import { ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.3.6: names of shops and categories are compared by 8.4.1 and by look-alikes (UTS 39 skeleton of Latin, Greek, Cyrillic):
// one published shop of a skeleton a country; `soko`, `support`, `admin`, `officiel`, check marks and shields are refused in names of
// people and shops that are not staff's.

clockGoesOn()

/** Something that no other test of the run is called, in letters that nothing resembles. */
const unique = () =>
  crypto
    .randomUUID()
    .replace(/[^a-z]/g, 'z')
    .replace(/[abcdef]/g, (letter) => 'tuwzyk'['abcdef'.indexOf(letter)] ?? 'z')
    .slice(0, 12)

/** Names that look like “Epicerie Kivu” beside a rest of their own. */
const lookAlikes = (rest: string): [string, string][] => [
  ['the same', `Epicerie Kivu ${rest}`],
  ['other case', `EPICERIE kivu ${rest}`],
  ['accents', `Épicerie Kivù ${rest}`],
  ['spaces', `  Epicerie   Kivu  ${rest} `],
  ['another space', `Epicerie\u00a0Kivu ${rest}`],
  ['a hyphen', `Epicerie-Kivu ${rest}`],
  ['full width', `Ｅｐｉｃｅｒｉｅ Kivu ${rest}`],
  ['mathematical letters', `𝐄𝐩𝐢𝐜𝐞𝐫𝐢𝐞 Kivu ${rest}`],
  ['an invisible sign', `Epi\u200bcerie Kivu ${rest}`],
  ['a soft hyphen', `Epi\u00adcerie Kivu ${rest}`],
  ['Cyrillic letters', `Ерiсеriе Kivu ${rest}`],
  ['a Cyrillic i', `Epicerіe Kivu ${rest}`],
  ['Greek capitals', `Εpicerie Κivu ${rest}`],
  ['a Greek nu', `Epicerie Kiνu ${rest}`],
  ['a dotless i', `Epıcerie Kivu ${rest}`],
  ['an IPA letter', `Epicerie Kɩvu ${rest}`],
  ['a tag', `Epicerie\u{e0041} Kivu ${rest}`],
  ['an exclamation mark', `Epicerie Kivu ${rest}!`],
]

/** A published shop of a seller of its own. */
async function shopCalled(name: string, country = 'CD'): Promise<{ seller: Person; id: string; answer: Answer }> {
  const seller = await newShopkeeper()
  const created = ok(await call(seller, 'POST', '/seller/shop', { name, address: { country, city: 'Bukavu' } }))
  const answer = await call(seller, 'POST', `/seller/shop/${created.id}/publish`)
  return { seller, id: created.id, answer }
}
const isTaken = (answer: Answer) => expect(answer.status, JSON.stringify(answer.error)).toBe(409)

describe('the name of a shop', () => {
  it('8.3.6 is published once a country, whatever its look-alike is made of', async () => {
    const rest = unique()
    ok((await shopCalled(`Epicerie Kivu ${rest}`)).answer)
    const answers: Record<string, number> = {}
    for (const [what, name] of lookAlikes(rest)) {
      const seller = await newShopkeeper()
      const created = await call(seller, 'POST', '/seller/shop', { name, address: { country: 'CD', city: 'Goma' } })
      answers[what] =
        created.status === 201
          ? (await call(seller, 'POST', `/seller/shop/${created.data.id}/publish`)).status
          : created.status
    }
    expect(Object.entries(answers).filter(([, status]) => status !== 409 && status !== 400)).toEqual([])
  })

  it.each([
    ['I and l', (rest: string) => [`Kilo ${rest}`, `KiIo ${rest}`]],
    ['rn and m', (rest: string) => [`Amani ${rest}`, `Arnani ${rest}`]],
    ['a whole word of Cyrillic', (rest: string) => [`Cacao ${rest}`, `Сасао ${rest}`]],
  ] as const)('8.3.6 %s look alike in one alphabet too', async (_, pair) => {
    const [first = '', second = ''] = pair(unique())
    ok((await shopCalled(first)).answer)
    isTaken((await shopCalled(second)).answer)
  })

  it('8.3.6 may be another country’s as well', async () => {
    const name = `Epicerie Kivu ${unique()}`
    ok((await shopCalled(name)).answer)
    ok((await shopCalled(name, 'RW')).answer)
  })

  it('8.3.6 may not be had by an edit of a published shop, nor by a move to the country', async () => {
    const rest = unique()
    ok((await shopCalled(`Epicerie Kivu ${rest}`)).answer)
    const other = await shopCalled(`Autre ${rest}`)
    ok(other.answer)
    isTaken(await call(other.seller, 'PUT', `/seller/shop/${other.id}`, { name: `Ерiсеriе Kivu ${rest}` }))
    const abroad = await shopCalled(`Epicerie Kivu ${rest}`, 'RW')
    ok(abroad.answer)
    isTaken(await call(abroad.seller, 'PUT', `/seller/shop/${abroad.id}`, { address: { country: 'CD', city: 'Goma' } }))
  })

  it('8.3.6 of a draft is nobody’s yet; renamed as a draft, it is refused when it is published', async () => {
    const rest = unique()
    const draft = await newShopkeeper()
    const { id } = ok(
      await call(draft, 'POST', '/seller/shop', {
        name: `Epicerie Kivu ${rest}`,
        address: { country: 'CD', city: 'Goma' },
      }),
    )
    ok((await shopCalled(`Epicerie Kivu ${rest}`)).answer)
    isTaken(await call(draft, 'POST', `/seller/shop/${id}/publish`))
    ok(await call(draft, 'PUT', `/seller/shop/${id}`, { name: `Libre ${rest}` }))
    ok(await call(draft, 'POST', `/seller/shop/${id}/publish`))
  })

  it('8.3.6 given up by who unpublished it, is refused to them when somebody has it meanwhile', async () => {
    const rest = unique()
    const first = await shopCalled(`Epicerie Kivu ${rest}`)
    ok(await call(first.seller, 'POST', `/seller/shop/${first.id}/unpublish`))
    ok((await shopCalled(`Épicerie Kivu ${rest}`)).answer)
    isTaken(await call(first.seller, 'POST', `/seller/shop/${first.id}/publish`))
  })

  it('8.3.6 of a suspended shop never stands twice when it comes back', async () => {
    const rest = unique()
    const support = await signUp('SUPPORT')
    const first = await shopCalled(`Epicerie Kivu ${rest}`)
    ok(await call(support, 'POST', `/seller/shop/${first.id}/suspend`, { reason: 'Plaintes' }))
    const second = await shopCalled(`Epicerie Kivu ${rest}`)
    await call(support, 'POST', `/seller/shop/${first.id}/reactivate`, {})
    const shown = await Promise.all([first.id, second.id].map((id) => call(guest, 'GET', `/seller/shop/${id}`)))
    expect(tally(shown)).toEqual({ 200: 1, 404: 1 })
  })

  it('8.3.6 of somebody blocked or deleted never stands twice when they are back', async () => {
    const admin = await signUp('ADMIN')
    for (const [out, back] of [
      ['block', 'unblock'],
      ['delete', 'restore'],
    ]) {
      const rest = unique()
      const first = await shopCalled(`Epicerie Kivu ${rest}`)
      ok(await call(admin, 'POST', `/users/${first.seller.id}/${out}`, { reason: 'Plaintes' }))
      const second = await shopCalled(`Epicerie Kivu ${rest}`)
      ok(await call(admin, 'POST', `/users/${first.seller.id}/${back}`))
      const shown = await Promise.all([first.id, second.id].map((id) => call(guest, 'GET', `/seller/shop/${id}`)))
      expect(tally(shown)[200], out).toBe(1)
    }
  })

  it('8.3.6 of somebody blocked is free, and stays its next owner’s when they are back', async () => {
    const name = `Maison ${unique()}`
    const copyist = await shopCalled(name)
    ok(copyist.answer)
    const admin = await signUp('ADMIN')
    ok(await call(admin, 'POST', `/users/${copyist.seller.id}/block`, { reason: 'Contrefaçon' }))
    const owner = await shopCalled(name)
    ok(owner.answer)
    ok(await call(admin, 'POST', `/users/${copyist.seller.id}/unblock`, {}))
    expect((await call(guest, 'GET', `/seller/shop/${owner.id}`)).status).toBe(200)
    expect((await call(guest, 'GET', `/seller/shop/${copyist.id}`)).status).toBe(404)
    const seller = await again(copyist.seller)
    const [shop] = ok(await call(seller, 'GET', '/seller/shop/me')).shops.filter(
      ({ id }: { id: string }) => id === copyist.id,
    )
    expect(shop.status).toBe('UNPUBLISHED')
    isTaken(await call(seller, 'POST', `/seller/shop/${copyist.id}/publish`))
  })

  it('8.3.6 wanted by five at once is one’s', async () => {
    const rest = unique()
    const shops = []
    for (let i = 0; i < 5; i++) {
      const seller = await newShopkeeper()
      const { id } = ok(
        await call(seller, 'POST', '/seller/shop', {
          name: `Epicerie Kivu ${rest}`,
          address: { country: 'CD', city: 'Goma' },
        }),
      )
      shops.push({ seller, id })
    }
    const answers = await Promise.all(shops.map(({ seller, id }) => call(seller, 'POST', `/seller/shop/${id}/publish`)))
    expect(tally(answers)).toEqual({ 200: 1, 409: 4 })
  })

  it('8.3.6 of one’s own shop is no look-alike of itself', async () => {
    const rest = unique()
    const { seller, id, answer } = await shopCalled(`Epicerie Kivu ${rest}`)
    ok(answer)
    ok(await call(seller, 'PUT', `/seller/shop/${id}`, { name: `ÉPICERIE Kivu ${rest}` }))
    ok(await call(seller, 'POST', `/seller/shop/${id}/unpublish`))
    ok(await call(seller, 'POST', `/seller/shop/${id}/publish`))
  })
})

describe('the name of a category', () => {
  it('8.3.6 is there once, whatever its look-alike is made of, by create and by edit', async () => {
    const [admin, rest] = [await signUp('ADMIN'), unique()]
    const create = (name: string) => call(admin, 'POST', '/products/categories', { name })
    ok(await create(`Epicerie Kivu ${rest}`))
    const { id } = ok(await create(`Autre ${rest}`))
    const missed: string[] = []
    for (const [what, name] of lookAlikes(rest)) {
      const answers = [await create(name), await call(admin, 'PUT', `/products/categories/${id}`, { name })]
      if (answers.some(({ status }) => status !== 409 && status !== 400)) missed.push(what)
    }
    expect(missed).toEqual([])
  })

  it('8.3.6 so is that of a subcategory in its category', async () => {
    const [admin, rest] = [await signUp('ADMIN'), unique()]
    const { id } = ok(await call(admin, 'POST', '/products/categories', { name: `Rayon ${rest}` }))
    const create = (name: string) => call(admin, 'POST', `/products/categories/${id}/subcategories`, { name })
    ok(await create(`Epicerie Kivu ${rest}`))
    const other = ok(await create(`Autre ${rest}`))
    const missed: string[] = []
    for (const [what, name] of lookAlikes(rest)) {
      const answers = [
        await create(name),
        await call(admin, 'PUT', `/products/categories/subcategories/${other.id}`, { name }),
      ]
      if (answers.some(({ status }) => status !== 409 && status !== 400)) missed.push(what)
    }
    expect(missed).toEqual([])
  })
})

/** Names that say to be of the service. */
const FORBIDDEN: [string, string][] = [
  ['soko', 'Soko'],
  ['soko with more', 'Soko Paiements'],
  ['support', 'Support clients'],
  ['admin', 'Admin'],
  ['officiel', 'Compte officiel'],
  ['capitals', 'SOKO SERVICE'],
  ['accents', 'Sökó Service'],
  ['Cyrillic', 'Ѕоко Service'],
  ['Greek', 'Sοkο Service'],
  ['zeros', 'S0k0 Service'],
  ['spaces between letters', 'S o k o Service'],
  ['points between letters', 'S.o.k.o Service'],
  ['hyphens between letters', 'S-u-p-p-o-r-t'],
  ['an invisible sign', 'So\u200bko Service'],
  ['full width', 'Ｓｏｋｏ Service'],
  ['underscores', 'a_d_m_i_n Kivu'],
  ['a one for an l', 'Compte officie1'],
  ['an I for an l', 'Compte officieI'],
  ['a Cyrillic a', 'Аdmin Kivu'],
  ['a check mark', 'Aline ✓'],
  ['a heavy check mark', 'Aline ✔'],
  ['a heavy check mark as a picture', 'Aline ✔️'],
  ['a white check mark', 'Aline ✅'],
  ['a ballot box', 'Aline ☑'],
  ['a ballot box as a picture', 'Aline ☑️'],
  ['a light check mark', 'Aline 🗸'],
  ['a shield', 'Aline 🛡'],
  ['a shield as a picture', 'Aline 🛡️'],
]
const HONEST = ['Aline Mukendi', 'Jean-Pierre N’Goma', 'Élodie Kasongo', 'Mwamba wa Ilunga', 'Kouassi Ó Briain']
const notRefused = (answers: [string, Answer][]) =>
  answers.filter(([, { status }]) => status !== 400).map(([what, { status }]) => `${what}: ${status}`)
async function forEach(names: [string, string][], act: (name: string) => Promise<Answer>): Promise<[string, Answer][]> {
  const answers: [string, Answer][] = []
  for (const [what, name] of names) answers.push([what, await act(name)])
  return answers
}

describe('words of the service in a name', () => {
  it('8.3.6 are refused at sign-up, and the field is named', async () => {
    const create = (name: string) =>
      call(guest, 'POST', '/auth/create-account', { name, email: freshEmail(), password: PASSWORD, role: 'BUYER' })
    const answers = await forEach(FORBIDDEN, create)
    expect(notRefused(answers)).toEqual([])
    expect(answers[0]?.[1].error?.details?.map(({ field }) => field)).toEqual(['name'])
    for (const name of HONEST) expect((await create(name)).status, name).toBe(201)
  })

  it.each(['BUYER', 'SELLER', 'RIDER'] as const)('8.3.6 are refused in the profile of a %s', async (role) => {
    const person = await signUp(role)
    expect(notRefused(await forEach(FORBIDDEN, (name) => call(person, 'PUT', '/users/me', { name })))).toEqual([])
    for (const name of HONEST) ok(await call(person, 'PUT', '/users/me', { name }))
  })

  it('8.3.6 do not come in by Google: the account is not called so', async () => {
    const called: string[] = []
    for (const [what, name] of FORBIDDEN.slice(0, 12)) {
      const answer = await registerGoogle(await newGoogleAccount().token({ name }))
      if (answer.status === 201 && answer.data.user.name.trim() === name) called.push(what)
    }
    expect(called).toEqual([])
  })

  it('8.3.6 are refused in the name of a shop, new or edited', async () => {
    const seller = await newShopkeeper()
    const address = { country: 'CD', city: 'Bukavu' }
    expect(
      notRefused(await forEach(FORBIDDEN, (name) => call(seller, 'POST', '/seller/shop', { name, address }))),
    ).toEqual([])
    const edited = await forEach(FORBIDDEN, (name) => call(seller, 'PUT', `/seller/shop/${seller.shopId}`, { name }))
    expect(notRefused(edited)).toEqual([])
  })

  it('8.3.6 are refused in the name of a business, new or edited', async () => {
    const seller = await signUp('SELLER')
    const create = (businessName: string) => call(seller, 'POST', '/seller/profile', { ...PROFILE, businessName })
    expect(notRefused(await forEach(FORBIDDEN, create))).toEqual([])
    ok(await create('Kivu Frais'))
    const edit = (businessName: string) => call(seller, 'PUT', '/seller/profile/me', { businessName })
    expect(notRefused(await forEach(FORBIDDEN, edit))).toEqual([])
  })

  it.each(['ADMIN', 'SUPPORT', 'ACCOUNTANT'] as const)('8.3.6 are taken in the name of a %s', async (role) => {
    const person = await signUp(role)
    ok(await call(person, 'PUT', '/users/me', { name: 'Support Soko' }))
  })

  it('8.3.6 are no longer taken from who is staff no more', async () => {
    const [admin, person] = [await signUp('ADMIN'), await signUp('SUPPORT')]
    ok(await call(admin, 'POST', `/users/${person.id}/role`, { role: 'BUYER' }))
    const name = await call(await again(person), 'PUT', '/users/me', { name: 'Support Soko' })
    expect(refusal(name)[0]).toBe(400)
  })

  it('8.3.6 named before the rule, go on with everything but their name', async () => {
    const person = await signUp()
    await changeUser(person.id, 'name = ?', 'Soko Sole')
    ok(await call(person, 'PUT', '/users/me', { locale: 'en' }))
  })
})
