import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import worker from '#src/index.ts'
import type { Person } from '#testing/api.ts'
import { bearer, signUp } from '#testing/fixtures/people.ts'
import { gif, jpeg } from '#testing/fixtures/pictures.ts'
import { newCategory, storedPictures } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { UNKNOWN } from '#testing/stories/catalogue.ts'
import { type Operation, openApi, operationsOf } from '#testing/stories/words.ts'

// Rule 8.1.4: before the body: 413 by Content-Length, 415 by type, then the token's signature and role, then the body. A form is taken apart
// as it streams, a file at a time, at most one file's bytes in memory; 10 pictures of 5 MB fit in 128 MB.
//
// Silent: how much of a body is read that turns out too large while it comes (no more than a chunk or two past the limit, taken here); what
// a connection that breaks in the middle is told.

const doc = await openApi()
const operations = operationsOf(doc).filter(({ body, path }) => body && !path.includes('/callbacks'))
const signedIn = operations.filter(({ roles }) => roles !== 'public')
const ofRoles = signedIn.filter(({ roles }) => Array.isArray(roles))
const MIB = 1024 * 1024

/** A body that says how much of it was taken; it never ends unless it is told how long it is. */
function body(chunk: Uint8Array, chunks = Number.POSITIVE_INFINITY) {
  let taken = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken >= chunks) return controller.close()
        if (taken > 2000) return controller.error(new Error('nobody reads so much'))
        taken++
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, taken: () => taken }
}
const pathOf = ({ path }: Operation) => path.replace(/\{\w+\}/g, UNKNOWN)
const typeOf = ({ type }: Operation) =>
  type === 'multipart/form-data' ? 'multipart/form-data; boundary=b' : 'application/json'
async function send(
  op: Operation,
  as: { token: string } | null,
  stream: ReadableStream | string,
  headers: Record<string, string> = {},
) {
  const init = {
    method: op.method,
    headers: {
      'x-client-type': 'mobile',
      'content-type': typeOf(op),
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...headers,
    },
    body: stream,
    duplex: 'half',
  }
  // The Worker itself: the stand-in for workerd reads a form whole before it hands it on.
  const request = new Request(`http://localhost:8787/api/v1${pathOf(op)}`, init as RequestInit)
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, createExecutionContext())
  return { status: response.status, text: await response.text() }
}
const LETTERS = new TextEncoder().encode(`{"a":"${'a'.repeat(64 * 1024)}`)
const others = async ({ roles }: Operation): Promise<Person> => {
  const wrong = (['BUYER', 'SELLER', 'RIDER', 'SUPPORT', 'ACCOUNTANT', 'ADMIN'] as const).find(
    (role) => !roles.includes(role),
  )
  return signUp(wrong ?? 'BUYER')
}

describe('of an operation that needs a sign-in', () => {
  it('8.1.4 a guest hears 401, and nothing of the body is read, whatever it is', async () => {
    const wrong: string[] = []
    // An operation that guests may call with a body of their own reads it.
    for (const op of signedIn.filter(({ id }) => id !== 'quoteCart')) {
      const endless = body(LETTERS)
      const { status } = await send(op, null, endless.stream)
      if (status !== 401 || endless.taken() > 0) wrong.push(`${op.id}: ${status}, ${endless.taken()} chunks`)
    }
    expect(wrong).toEqual([])
  })

  it('8.1.4 a token of nobody, or changed in a letter, is the same', async () => {
    const { token } = await signUp()
    const [head, claims, signature = ''] = token.split('.')
    const other = `${head}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const bad of ['', 'x', 'a.b.c', other, `${head}.${claims}.`]) {
      for (const op of [signedIn[0], signedIn.find(({ type }) => type?.includes('form'))] as Operation[]) {
        const endless = body(LETTERS)
        const { status } = await send(op, bearer(bad), endless.stream)
        expect([status, endless.taken()], bad).toEqual([401, 0])
      }
    }
  })

  it('8.1.4 a wrong role hears 403, and nothing of the body is read', async () => {
    const wrong: string[] = []
    for (const op of ofRoles) {
      const endless = body(LETTERS)
      const { status } = await send(op, await others(op), endless.stream)
      if (status !== 403 || endless.taken() > 0) wrong.push(`${op.id}: ${status}, ${endless.taken()} chunks`)
    }
    expect(wrong).toEqual([])
  })

  it('8.1.4 413 by Content-Length comes first, then 415 by type, for everybody', async () => {
    const wrong: string[] = []
    for (const op of operations) {
      const look = async (expected: number, headers: Record<string, string>) => {
        const endless = body(LETTERS)
        const { status } = await send(op, null, endless.stream, headers)
        if (status !== expected || endless.taken() > 0)
          wrong.push(`${op.id} ${JSON.stringify(headers)}: ${status}, ${endless.taken()} chunks`)
      }
      await look(413, { 'content-length': String(80 * MIB) })
      await look(413, { 'content-length': String(80 * MIB), 'content-type': 'text/plain' })
      await look(415, { 'content-type': 'text/plain' })
      await look(415, {
        'content-type': op.type === 'multipart/form-data' ? 'application/json' : 'multipart/form-data; boundary=b',
      })
      if (op.type !== 'multipart/form-data') await look(413, { 'content-length': String(MIB + 1) })
      if (op.path.startsWith('/auth/')) await look(413, { 'content-length': String(16 * 1024 + 1) })
    }
    expect(wrong).toEqual([])
  })

  it('8.1.4 a Content-Length of 50 MiB of JSON is 413 before 401', async () => {
    for (const op of signedIn.filter(({ type }) => type === 'application/json').slice(0, 10)) {
      const endless = body(LETTERS)
      expect([
        (await send(op, null, endless.stream, { 'content-length': String(50 * MIB) })).status,
        endless.taken(),
      ]).toEqual([413, 0])
    }
  })
})

describe('a body that is longer than it may be', () => {
  it('8.1.4 is 413 while it comes: of JSON without a length', async () => {
    const person = await signUp()
    const op = operations.find(({ id }) => id === 'createTicket') as Operation
    const endless = body(LETTERS)
    expect((await send(op, person, endless.stream)).status).toBe(413)
    expect(endless.taken() * LETTERS.length).toBeLessThan(1.5 * MIB)
  })

  it('8.1.4 is 413 while it comes: of what guests send to sign in, past 16 KiB', async () => {
    const op = operations.find(({ id }) => id === 'loginPassword') as Operation
    const endless = body(LETTERS.slice(0, 4096))
    expect((await send(op, null, endless.stream, { 'cf-connecting-ip': '41.77.1.1' })).status).toBe(413)
    expect(endless.taken() * 4096).toBeLessThan(64 * 1024)
  })

  it('8.1.4 is 413 while it comes: of a file', async () => {
    const person = await signUp()
    const op = operations.find(({ id }) => id === 'setAvatar') as Operation
    const head =
      '--b\r\ncontent-disposition: form-data; name="avatar"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
    let first = true
    let taken = 0
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          taken += 64 * 1024
          controller.enqueue(first ? new TextEncoder().encode(head) : new Uint8Array(64 * 1024).fill(120))
          first = false
        },
      },
      { highWaterMark: 0 },
    )
    expect((await send(op, person, stream)).status).toBe(413)
    expect(taken).toBeLessThan(8 * MIB)
  })

  it('8.1.4 is 413 while it comes: a field of a form without an end', async () => {
    const person = await signUp()
    const op = operations.find(({ id }) => id === 'setAvatar') as Operation
    const endless = body(
      new TextEncoder().encode(`--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n${'y'.repeat(64 * 1024)}`),
    )
    expect([400, 413]).toContain((await send(op, person, endless.stream)).status)
    expect(endless.taken() * 64 * 1024).toBeLessThan(8 * MIB)
  })
})

/** A photo of so many bytes: what makes it large is the picture itself. */
function large(bytes: number): Uint8Array<ArrayBuffer> {
  const small = jpeg({ width: 4000, height: 3000 })
  const at = small.length - 3
  const whole = new Uint8Array(bytes).fill(0x55)
  whole.set(small.slice(0, at), 0)
  whole.set(small.slice(at), bytes - 3)
  return whole
}
const FIVE = 5 * 1000 * 1000
const encode = (text: string) => new TextEncoder().encode(text)
const part = (name: string, file = true) =>
  encode(
    `--b\r\ncontent-disposition: form-data; name="${name}"${file ? '; filename="p.jpg"\r\ncontent-type: image/jpeg' : ''}\r\n\r\n`,
  )

/** The form of a product with pictures, as it comes over a slow line: chunks of 64 KiB. */
function slowForm(
  seller: Shopkeeper,
  category: { subcategoryId: string },
  files: Uint8Array[],
  { breaksAt = Number.POSITIVE_INFINITY, fieldsLast = false } = {},
) {
  const fields = Object.entries({
    shopId: seller.shopId,
    subcategoryId: category.subcategoryId,
    name: 'Café du Kivu',
    description: 'Café arabica torréfié à Bukavu, en grains.',
    currency: 'USD',
    variants: JSON.stringify([{ price: '2.00', stock: 1 }]),
  }).map(([key, value]) => [part(key, false), encode(`${value}\r\n`)])
  const pictures = files.map((file) => [part('images'), file, encode('\r\n')])
  const pieces = [...(fieldsLast ? [...pictures, ...fields] : [...fields, ...pictures]).flat(), encode('--b--\r\n')]
  const started: number[] = []
  let sent = 0
  function* chunks() {
    for (const piece of pieces) {
      if (files.includes(piece)) started.push(sent)
      for (let at = 0; at < piece.length; at += 64 * 1024) yield piece.subarray(at, at + 64 * 1024)
    }
  }
  const all = chunks()
  let onChunk = () => {}
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value, done } = all.next()
        if (done) return controller.close()
        sent += value.length
        if (sent > breaksAt) return controller.error(new Error('the line broke'))
        onChunk()
        controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
  return {
    stream,
    started,
    watch: (look: () => void) => {
      onChunk = look
    },
  }
}
const create = operations.find(({ id }) => id === 'createProduct') as Operation

describe('a form of ten pictures of 5 MB', () => {
  it.each([false, true])('8.1.4 is taken, a file at a time (fields last: %s)', async (fieldsLast) => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const files = Array.from({ length: 10 }, () => large(FIVE))
    const form = slowForm(seller, category, files, { fieldsLast })
    const put = vi.spyOn(env.MEDIA, 'put')
    let most = 0
    form.watch(() => {
      // Files that came whole, and are nowhere but in memory.
      most = Math.max(most, form.started.length - 1 - put.mock.calls.length)
    })
    const { status, text } = await send(create, seller, form.stream)
    expect(status, text).toBe(201)
    expect(JSON.parse(text).data.images).toHaveLength(10)
    // The one that came last, and the one before it until it lies on the shelf.
    expect(most).toBeLessThanOrEqual(2)
    vi.restoreAllMocks()
  })

  it.each([
    ['the last is a GIF', 415],
    ['the last is too large', 413],
    ['the line breaks', 400],
    ['there are eleven', 400],
    ['the seller has none such shop', 404],
  ])('8.1.4 where %s is refused, and nothing of it stays', async (what, expected) => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const before = await storedPictures()
    const files = Array.from({ length: what === 'there are eleven' ? 11 : 4 }, () => large(MIB)) as Uint8Array[]
    if (what.includes('GIF')) files[3] = gif
    if (what.includes('too large')) files[3] = large(6 * MIB)
    const from = what.includes('none such') ? { ...seller, shopId: UNKNOWN } : seller
    const form = slowForm(from, category, files, what.includes('breaks') ? { breaksAt: 3 * MIB } : {})
    const answered = await send(create, seller, form.stream).catch(() => ({ status: expected, text: '' }))
    expect(answered.status, answered.text).toBe(expected)
    expect(await storedPictures()).toEqual(before)
  })

  it('8.1.4 is not read of a guest, a buyer, or a seller whose token ended', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    for (const as of [null, await signUp('BUYER')]) {
      const form = slowForm(seller, category, [large(MIB)])
      let chunks = 0
      form.watch(() => void chunks++)
      const { status } = await send(create, as, form.stream)
      expect([status, chunks]).toEqual([as ? 403 : 401, 0])
    }
  })
})

describe('a form as programs write it', () => {
  const avatar = operations.find(({ id }) => id === 'setAvatar') as Operation
  const file = jpeg()
  const bytes = (...parts: (string | Uint8Array)[]) => {
    const all = parts.map((one) => (typeof one === 'string' ? encode(one) : one))
    return Uint8Array.from(all.flatMap((one) => [...one]))
  }
  const whole = (one: Uint8Array) =>
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(one)
        controller.close()
      },
    })
  it.each<[string, string, Uint8Array, number]>([
    [
      'a quoted boundary',
      'multipart/form-data; boundary="b c"',
      bytes(
        '--b c\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\n\r\n',
        file,
        '\r\n--b c--\r\n',
      ),
      200,
    ],
    [
      'words before and behind',
      'multipart/form-data; boundary=b',
      bytes(
        'bonjour\r\n--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\n\r\n',
        file,
        '\r\n--b--\r\nau revoir',
      ),
      -1,
    ],
    [
      'a name of a file with odd signs',
      'multipart/form-data; boundary=b',
      bytes(
        '--b\r\nContent-Disposition: form-data; name="avatar"; filename="ɛ \\"œ\\" ; 👩🏾‍🌾.jpg"; filename*=UTF-8\'\'%C9%9B.jpg\r\n\r\n',
        file,
        '\r\n--b--',
      ),
      200,
    ],
    [
      'headers in capitals',
      'Multipart/Form-Data; Boundary=b',
      bytes(
        '--b\r\nCONTENT-DISPOSITION: form-data; name=avatar; filename=a.jpg\r\nCONTENT-TYPE: image/jpeg\r\n\r\n',
        file,
        '\r\n--b--',
      ),
      200,
    ],
    [
      'no end',
      'multipart/form-data; boundary=b',
      bytes('--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\n\r\n', file),
      400,
    ],
    ['no boundary', 'multipart/form-data', bytes('--b\r\n'), 400],
    ['nothing', 'multipart/form-data; boundary=b', bytes(''), 400],
    [
      'another field beside it',
      'multipart/form-data; boundary=b',
      bytes(
        '--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\n\r\n',
        file,
        '\r\n--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b--',
      ),
      400,
    ],
    [
      'two files',
      'multipart/form-data; boundary=b',
      bytes(
        '--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\n\r\n',
        file,
        '\r\n--b\r\nContent-Disposition: form-data; name="avatar"; filename="b.jpg"\r\n\r\n',
        file,
        '\r\n--b--',
      ),
      400,
    ],
    [
      'text where a file should be',
      'multipart/form-data; boundary=b',
      bytes('--b\r\nContent-Disposition: form-data; name="avatar"\r\n\r\nbonjour\r\n--b--'),
      400,
    ],
  ])('8.1.4 with %s is read or refused, never a 500', async (_, type, form, expected) => {
    const { status, text } = await send(avatar, await signUp(), whole(form), { 'content-type': type })
    expect([expected, ...(expected === -1 ? [200, 400] : []), ...(expected === 400 ? [415, 413] : [])], text).toContain(
      status,
    )
  })

  it('8.1.4 in pieces of one byte is the same form', async () => {
    const form = bytes(
      '--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\n\r\n',
      file,
      '\r\n--b--\r\n',
    )
    let at = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= form.length) return controller.close()
        controller.enqueue(form.slice(at, ++at))
      },
    })
    expect((await send(avatar, await signUp(), stream)).status).toBe(200)
  })
})
