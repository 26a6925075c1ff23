import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call, guest, type Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { all } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { ADDRESS, expenseBody, freshPhone, IDENTITY, PROFILE, SHOP } from '#testing/fixtures/inputs.ts'
import { deliveredOrder, type Market, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { textsOf } from '#testing/fixtures/printed.ts'
import { createProduct, newCategory, variant } from '#testing/fixtures/products.ts'
import { newSeller, newShopkeeper } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { inbox } from '#testing/sandbox.ts'
import { cells, raw } from '#testing/stories/books.ts'
import { ok } from '#testing/stories/catalogue.ts'
import { type Data, message, messagesOf } from '#testing/stories/orders.ts'
import { asksFor, myInvoices, pays } from '#testing/stories/subscriptions.ts'
import { isBroken, keptAs, ODD, type Odd, sameText } from '#testing/stories/words.ts'
import { sample } from '#testing/whole.ts'

// Rule 8.4.2: texts lose invisible and directional marks, other spaces and hyphens, and are else kept as they came: in the answer, in
// lists, in files. Texts are cut by whole characters as people see them. Rule 8.4.1: in a PDF or an SMS a letter that has no sign becomes
// its plain one, never "?".
//
// Silent: whether what stands in two parts is kept in two (both are taken here), and whether full-width letters stay wide.

type Keep = (text: string) => Promise<Record<string, unknown>>
const rows = (data: Data): Data[] => Object.values(data).find(Array.isArray) as Data[]
const byId = (answer: Answer, id: string): Data => rows(ok(answer)).find((row) => row.id === id)

let market: Market
let order: Data
let staff: Person
let admin: Person
let finance: Person
beforeAll(async () => {
  market = await newMarket({ stock: 900 })
  order = await paidOrder(market)
  ;[staff, admin, finance] = [await signUp('SUPPORT'), await signUp('ADMIN'), await signUp('ACCOUNTANT')]
})

const long = (text: string) => `${text} ${text} ${text}`

/** Texts that each operation keeps: where they stand in the answer, in what is read after it and in lists. */
const KEEPS: Record<string, Keep> = {
  async person(text) {
    const person = await signUp()
    const put = ok(await call(person, 'PUT', '/users/me', { name: text }))
    return {
      answer: put.name,
      me: ok(await call(person, 'GET', '/auth/me')).name,
      staff: ok(await call(staff, 'GET', `/users/${person.id}`)).name,
    }
  },
  async address(text) {
    const person = await signUp()
    const fields = {
      label: text,
      recipientName: text,
      city: text,
      commune: text,
      quartier: text,
      avenue: text,
      number: text.slice(0, 20),
      landmark: text,
    }
    const made = ok(await call(person, 'POST', '/users/me/addresses', { ...ADDRESS, ...fields, number: 'b 12' }))
    const read = byId(await call(person, 'GET', '/users/me/addresses'), made.id)
    return Object.fromEntries(
      Object.keys(fields)
        .filter((key) => key !== 'number')
        .flatMap((key) => [
          [key, made[key]],
          [`listed ${key}`, read[key]],
        ]),
    )
  },
  async profile(text) {
    const seller = await signUp('SELLER')
    const made = ok(
      await call(seller, 'POST', '/seller/profile', {
        ...PROFILE,
        businessName: text,
        rccm: text,
        idNat: text,
        taxNumber: text,
      }),
    )
    const read = ok(await call(staff, 'GET', `/seller/profiles/${made.id}`))
    return { name: made.businessName, rccm: made.rccm, read: read.businessName, idNat: read.idNat, tax: read.taxNumber }
  },
  async kyc(text) {
    const seller = await newSeller()
    return { name: ok(await call(seller, 'PUT', '/seller/kyc', { ...IDENTITY, legalName: text })).legalName }
  },
  async shop(text) {
    const seller = await newShopkeeper()
    const made = ok(
      await call(seller, 'POST', '/seller/shop', {
        ...SHOP,
        name: text,
        description: long(text),
        address: { country: 'CD', city: text, avenue: text, landmark: text },
        closureNote: text,
      }),
    )
    // Only one of several names that look alike is published.
    const own = crypto.randomUUID().slice(0, 6)
    const put = ok(
      await call(seller, 'PUT', `/seller/shop/${seller.shopId}`, { name: `${text} ${own}`, description: text }),
    )
    const seen = ok(await call(guest, 'GET', `/seller/shop/${seller.shopId}`))
    return {
      name: made.name,
      city: made.address.city,
      avenue: made.address.avenue,
      landmark: made.address.landmark,
      note: made.closureNote,
      put: put.name.slice(0, -7),
      seen: seen.name.slice(0, -7),
      description: seen.description,
    }
  },
  async product(text) {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const variants = JSON.stringify([variant({ name: text, sku: text, attributes: { Couleur: text } })])
    const made = ok(
      await createProduct(seller, category, { name: text, brand: text, description: long(text), variants }),
    )
    ok(await call(seller, 'POST', `/products/${made.id}/status`, { status: 'PUBLISHED' }))
    const [seen, [listed]] = [
      ok(await call(guest, 'GET', `/products/${made.id}`)),
      rows(ok(await call(guest, 'GET', `/products?shopId=${seller.shopId}`))),
    ]
    const [head = [], row = []] = cells((await raw(seller, '/products/export/csv')).text)
    const cell = (name: string) => row[head.indexOf(name)]?.replace(/^'(?=[-+=@])/, '')
    return {
      name: made.name,
      brand: made.brand,
      seen: seen.name,
      listed: listed.name,
      variant: seen.variants[0].name,
      sku: seen.variants[0].sku,
      attribute: seen.variants[0].attributes.Couleur,
      csv: cell('name'),
      csvBrand: cell('brand'),
      csvSku: cell('sku'),
    }
  },
  async 'product edited'(text) {
    const { seller, productId, variantId } = await newMarket()
    const put = ok(
      await call(seller, 'PUT', `/products/${productId}`, { name: text, brand: text, description: long(text) }),
    )
    const one = ok(
      await call(seller, 'PUT', `/products/variants/${variantId}`, {
        name: text,
        sku: text,
        attributes: { Taille: text },
      }),
    )
    const added = ok(
      await call(seller, 'POST', `/products/${productId}/variants`, {
        name: text,
        sku: `${text} b`,
        price: '2.00',
        stock: 1,
      }),
    )
    return {
      name: put.name,
      brand: put.brand,
      variant: one.name,
      sku: one.sku,
      attribute: one.attributes.Taille,
      added: added.name,
    }
  },
  async stock(text) {
    const { seller, variantId } = await newMarket()
    ok(
      await call(seller, 'POST', `/products/variants/${variantId}/stock`, {
        type: 'ADJUSTMENT',
        amount: 1,
        reason: text,
      }),
    )
    const [moved] = rows(ok(await call(seller, 'GET', `/products/variants/${variantId}/stock/movements`)))
    return { reason: moved.reason }
  },
  async category(text) {
    const name = `${text} ${crypto.randomUUID().slice(0, 4)}`
    const made = ok(await call(admin, 'POST', '/products/categories', { name }))
    const sub = ok(await call(admin, 'POST', `/products/categories/${made.id}/subcategories`, { name }))
    const listed = byId(await call(guest, 'GET', '/products/categories'), made.id)
    const bare = (one: string) => one.slice(0, -5)
    return { name: bare(made.name), sub: bare(sub.name), ...(listed && { listed: bare(listed.name) }) }
  },
  async zone(text) {
    const mark = crypto.randomUUID().slice(0, 4)
    const zone = {
      name: `${text} ${mark}`,
      country: 'CD',
      city: text,
      lat: -2,
      lng: 28,
      radiusKm: 3,
      fee: '2.00',
      feeCurrency: 'USD',
    }
    const made = ok(await call(admin, 'POST', '/deliveries/zones', zone))
    return { name: made.name.slice(0, -5), city: made.city }
  },
  async plan(text) {
    return { name: (await newPlan(monthly('3.00'), { name: text })).name }
  },
  async expense(text) {
    const made = ok(await call(finance, 'POST', '/expenses', expenseBody({ label: text, vendor: text, notes: text })))
    const read = ok(await call(finance, 'GET', `/expenses/${made.id}`))
    const [head = [], ...lines] = cells((await raw(finance, '/expenses/export/csv')).text)
    const row = lines.find((line) => line.includes(made.id)) ?? []
    const cell = (name: string) => row[head.indexOf(name)]?.replace(/^'(?=[-+=@])/, '')
    return { label: made.label, vendor: read.vendor, notes: read.notes, csv: cell('label'), csvVendor: cell('vendor') }
  },
  async post(text) {
    const made = ok(await call(admin, 'POST', '/blog', { title: text, excerpt: text, body: text, tags: [text] }))
    ok(await call(admin, 'POST', `/blog/${made.id}/publish`))
    const seen = ok(await call(guest, 'GET', `/blog/slug/${made.slug}`))
    return { title: made.title, seen: seen.title, excerpt: seen.excerpt, body: seen.body, tag: seen.tags[0] }
  },
  async ticket(text) {
    const person = await signUp()
    const made = ok(await call(person, 'POST', '/support/tickets', { subject: text, category: 'OTHER', body: text }))
    ok(await call(staff, 'POST', `/support/tickets/${made.id}/messages`, { body: text }))
    const read = ok(await call(person, 'GET', `/support/tickets/${made.id}`))
    const listed = byId(await call(person, 'GET', '/support/tickets/me'), made.id)
    return {
      subject: made.subject,
      first: read.messages.at(0).body,
      last: read.messages.at(-1).body,
      listed: listed.subject,
    }
  },
  async incident(text) {
    const made = ok(await call(await signUp(), 'POST', '/incidents', { type: 'OTHER', title: text, description: text }))
    ok(await call(staff, 'POST', `/incidents/${made.id}/updates`, { body: text }))
    const read = ok(await call(staff, 'GET', `/incidents/${made.id}`))
    return { title: made.title, description: read.description, update: read.updates.at(-1).body }
  },
  async message(text) {
    ok(await message(market.buyer, order.id, text))
    return { body: ok(await messagesOf(market.seller, order.id)).messages[0].body }
  },
  async note(text) {
    ok(await call(staff, 'POST', `/orders/admin/${order.id}/notes`, { body: text }))
    const { notes } = ok(await call(staff, 'GET', `/orders/admin/${order.id}`))
    return {
      note:
        notes.find((note: Data) => sameText(note.body, keptAs(ODD.find((odd) => odd.text === text) as Odd)))?.body ??
        notes,
    }
  },
  async order(text) {
    const paid = await paidOrder(market, { note: text, deliveryAddress: long(text) })
    const read = ok(await call(market.seller, 'GET', `/orders/${paid.id}`))
    ok(await call(market.seller, 'POST', `/orders/${paid.id}/reject`, { reason: text }))
    const ended = ok(await call(market.buyer, 'GET', `/orders/${paid.id}`))
    return { note: paid.note, read: read.note, reason: ended.rejectionReason }
  },
  async rider(text) {
    const rider = await newRider()
    return { plate: ok(await call(rider, 'PUT', '/riders/me', { vehiclePlate: text })).vehiclePlate }
  },
  async broadcast(text) {
    const person = await signUp()
    ok(await call(admin, 'POST', '/notifications', { audience: { userIds: [person.id] }, title: text, body: text }))
    await minuteCronAfter(1_000)
    const [notice] = rows(ok(await call(person, 'GET', '/notifications')))
    return { title: notice.title, body: notice.body }
  },
  async block(text) {
    const person = await signUp()
    ok(await call(staff, 'POST', `/users/${person.id}/block`, { reason: text }))
    return { reason: ok(await call(staff, 'GET', `/users/${person.id}`)).blockReason }
  },
  async report(text) {
    const made = ok(
      await call(await signUp(), 'POST', `/products/${market.productId}/report`, {
        reasonCode: 'OTHER',
        comment: text,
      }),
    )
    return { comment: made.comment }
  },
}

const MAX: Record<string, number> = { rider: 20, person: 80 }
describe('a text is kept by', () => {
  it.each(Object.keys(KEEPS))('8.4.2 a %s: in the answer, in what is read and in lists', async (what) => {
    const wrong: string[] = []
    for (const odd of sample(ODD, 4)) {
      if (odd.text.length > (MAX[what] ?? 60)) continue
      try {
        const found = await (KEEPS[what] as Keep)(odd.text)
        for (const [place, kept] of Object.entries(found)) {
          const expected =
            place === 'description' && typeof kept === 'string' && kept.length > keptAs(odd).length + 5
              ? long(keptAs(odd))
              : keptAs(odd)
          if (!sameText(kept, expected)) wrong.push(`${odd.name}: ${place}: ${JSON.stringify(kept)}`)
        }
      } catch (error) {
        wrong.push(`${odd.name}: ${String(error).slice(0, 200)}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('variants within a form', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a name', { name: 'Rou\u202ege' }],
    ['a reference', { sku: 'A\u202e1' }],
    ['the value of an attribute', { attributes: { Couleur: 'Rou\u202ege' } }],
    ['the key of an attribute', { attributes: { 'Cou\u202eleur': 'Rouge' } }],
  ])('8.4.2 with U+202E in %s are refused by its name: made, added, edited', async (_, more) => {
    const { seller, productId, variantId } = await newMarket()
    const variants = JSON.stringify([variant(more)])
    const answers = [
      await createProduct(seller, await newCategory(), { variants }),
      await call(seller, 'POST', `/products/${productId}/variants`, { name: 'B', price: '2.00', stock: 1, ...more }),
      await call(seller, 'PUT', `/products/variants/${variantId}`, more),
    ]
    for (const { status, error } of answers) {
      expect(status).toBe(400)
      expect(JSON.stringify(error)).toContain('U+202E')
      // The sentence that says so is not turned round either.
      expect(JSON.stringify(error)).not.toContain('\u202e')
    }
  })
})

/** The signs of GSM 03.38, on which an SMS of 160 signs rests. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/
const LETTERS = ODD.filter(({ name }) => !/emoji|flags|right to left|look-alikes/.test(name))
const questions = (text: string) => (text.match(/\?/g) ?? []).length

/** A market whose names are these, whose people can be reached by SMS, and an order that was delivered. */
async function told(text: string) {
  const one = await newMarket({ name: text })
  const [sellerPhone, buyerPhone] = [freshPhone(), freshPhone()]
  await changeUser(one.seller.id, 'phone = ?, phone_verified_at = 1', sellerPhone)
  await changeUser(one.buyer.id, 'phone = ?, phone_verified_at = 1', buyerPhone)
  ok(
    await call(one.seller, 'PUT', `/seller/shop/${one.seller.shopId}`, {
      name: `${text} ${crypto.randomUUID().slice(0, 6)}`,
    }),
  )
  ok(await call(one.seller, 'PUT', `/products/${one.productId}`, { name: text }))
  ok(await call(one.buyer, 'PUT', '/users/me', { name: text }))
  const rider = await newRider()
  ok(await call(rider, 'PUT', '/users/me', { name: text }))
  await deliveredOrder(one, rider, { note: text })
  await minuteCronAfter(1_000)
  return { ...one, sellerPhone, buyerPhone, rider }
}

describe('what people are told of', () => {
  it.each(ODD.map((odd) => [odd.name, odd] as const))(
    '8.4.1 %s: an SMS is of plain signs, without a question mark',
    async (_, odd) => {
      const { sellerPhone, buyerPhone, seller, buyer } = await told(odd.text)
      const sms = [...(await inbox(sellerPhone)), ...(await inbox(buyerPhone))]
      expect(sms.length).toBeGreaterThan(0)
      for (const { text } of sms) {
        expect(text).toMatch(GSM)
        expect(questions(text), text).toBe(0)
        if (LETTERS.includes(odd)) expect(text, text).not.toMatch(/[ɛɔŋ\u200b]/)
      }
      for (const { text, subject } of [...(await inbox(seller.email)), ...(await inbox(buyer.email))])
        expect(isBroken(`${subject} ${text}`), text).toBe(false)
      const written = await all<{ body: string }>("SELECT body FROM outbox WHERE channel = 'SMS'")
      for (const { body } of written) expect(body).toMatch(GSM)
    },
  )
})

const PLAIN: [text: string, printed: RegExp][] = [
  ['Mbɛlɛ ya bɔlɔ', /Mbele ya bolo/],
  ['Ɛlɛ́ngi Ɔkɔ̂', /[EÉ]l[eé]ngi Ok[oô]/],
  ['Ŋoma ya ŋola', /Noma ya nola|Ngoma ya ngola/],
  ['Łódź Øre', /[LŁ]ódz Øre|Lodz Øre|Lódz Ore/],
  ['Œuvre sœur Æsir', /Œuvre sœur Æsir|Oeuvre soeur A[Ee]sir/],
  ['Ngʼombe’s', /Ng['’]ombe['’]s/],
  ['Cafe\u0301 cre\u0300me', /Café crème/],
  ['Ｋｉｖｕ', /Kivu/],
  ['Киву магазин', /\w/],
  ['Kigali 👩🏾‍🌾 ❤️ bien', /Kigali.*bien/],
  ['سوق Souk', /Souk/],
]
describe('a PDF', () => {
  it.each(PLAIN)('8.4.1 prints « %s » in letters that it has: invoice and statement', async (name, printed) => {
    const seller = await signUp('SELLER')
    ok(
      await call(seller, 'POST', '/seller/profile', {
        ...PROFILE,
        businessName: name,
        address: { country: 'CD', city: name, avenue: name },
      }),
    )
    await pays(await asksFor((await newPlan(monthly('5.00'), { name })).id, {}, seller))
    const [invoice] = await myInvoices(seller)
    const pdf = await raw(seller, `/invoices/${invoice.id}/pdf`)
    const words = textsOf(pdf.bytes)
      .map((one) => one.words)
      .join(' ')
    expect(words).toMatch(printed)
    expect(questions(words), words).toBe(0)
    const statement = await raw(seller, '/wallet/statement', { accept: 'application/pdf' })
    expect(statement.status).toBe(200)
    const lines = textsOf(statement.bytes)
      .map((one) => one.words)
      .join(' ')
    expect(questions(lines), lines).toBe(0)
    expect(lines).toMatch(printed)
  })
})

describe('a text that is cut', () => {
  const SIGNS = ['👩🏾‍🌾', '🇨🇩', 'ɔ́', 'e\u0301', '👨‍👩‍👧‍👦', '❤️', '👍🏿', 'ŋ̂́̌']
  it.each(SIGNS)(
    '8.4.2 is cut before or behind %s, never within: subjects and quotes in mails and notices',
    async (sign) => {
      const graphemes = (text: string) =>
        [...new Intl.Segmenter('fr', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
      for (const before of [50, 55, 56, 57, 58, 59, 60, 61]) {
        const person = await signUp()
        const text = `${'a'.repeat(before)}${sign.repeat(4)}${'b'.repeat(20)}`.slice(0, 120)
        const subject = graphemes(text).join('')
        const made = await call(person, 'POST', '/support/tickets', {
          subject,
          category: 'OTHER',
          body: subject.repeat(3),
        })
        ok(made)
        ok(await call(staff, 'POST', `/support/tickets/${made.data.id}/messages`, { body: subject.repeat(3) }))
        await minuteCronAfter(1_000)
        const mails = (await inbox(person.email)).map((mail) => `${mail.subject}\n${mail.text}`)
        const notices = rows(ok(await call(person, 'GET', '/notifications'))).map(
          ({ title, body }) => `${title}\n${body}`,
        )
        const whole = new Set(graphemes(subject.repeat(3)))
        for (const told of [...mails, ...notices]) {
          expect(isBroken(told), told).toBe(false)
          // Each sign that begins like this one is the whole of it.
          for (const one of graphemes(told))
            if (one.codePointAt(0) === sign.codePointAt(0) && one !== 'e') expect(whole, told).toContain(one)
        }
      }
    },
  )
})
