import { ReadableStream } from 'node:stream/web'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '#http/app-env.ts'
import {
  isBroken,
  MAX_JSON_BYTES,
  parseJson,
  readAtMost,
  readBody,
  readFormBody,
  refuseBrokenText,
  refuseByHead,
} from '#http/body.ts'
import { answerFailure } from '#http/failure.ts'

// Sizes, types and text of bodies, as docs/conventions.md (What is refused) and docs/limits.md (Sizes) promise them.

const KIB = 1024
const app = new Hono<AppEnv>()
  .onError(answerFailure)
  .post('/json', async (c) => {
    await readBody(c, 'json', 2 * KIB)
    return c.json({ read: parseJson(await c.req.text()) })
  })
  .post('/large', async (c) => {
    await readBody(c, 'json', 3 * MAX_JSON_BYTES)
    return c.json({ read: (await c.req.text()).length })
  })
  .post('/nothing', async (c) => {
    await readBody(c, undefined, 2 * KIB)
    return c.json({ read: parseJson(await c.req.text()) })
  })
  .post('/form', async (c) => {
    refuseByHead(c, 'form', 2 * KIB)
    await readFormBody(c, 2 * KIB, { put: () => Promise.reject(new TypeError('one file only')) })
    return c.json({ read: Object.fromEntries((await c.req.formData()) as Iterable<[string, unknown]>) })
  })
  .post('/unread', async (c) => {
    await readBody(c, 'json', 2 * KIB)
    return c.json({ read: null })
  })
  .post('/head', (c) => {
    const kind = c.req.query('kind')
    refuseByHead(c, kind === 'form' || kind === 'json' ? kind : undefined, 2 * KIB)
    return c.json({ read: c.req.raw.bodyUsed })
  })

type Answer = { read?: unknown; error?: { message: string; details?: { field: string; message: string }[] } }
async function post(path: string, body?: BodyInit, type: string | null = 'application/json') {
  const request = new Request(`http://localhost${path}`, { method: 'POST', body: body ?? null })
  if (type === null) request.headers.delete('content-type')
  else if (typeof body !== 'object' || body instanceof Uint8Array) request.headers.set('content-type', type)
  const answer = await app.request(request)
  const { read, error } = (await answer.json()) as Answer
  return { status: answer.status, read, message: error?.message, details: error?.details }
}

describe('a body of JSON', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;charset=utf-8',
    'application/ld+json',
    'application/vnd.api+json',
    'application/merge-patch+json',
  ])('may be sent as %s', async (type) => {
    expect(await post('/json', '{"a":1}', type)).toMatchObject({ status: 200, read: { a: 1 } })
  })

  it.each([
    'text/plain',
    'text/json',
    'x-application/json',
    'application/json5',
    'application/jsonp',
    'application/+json',
    'multipart/form-data; boundary=x',
    '',
    null,
  ])('is not taken as %j: 415', async (type) => {
    expect(await post('/json', new TextEncoder().encode('{"a":1}'), type)).toMatchObject({
      status: 415,
      message: 'Envoyez du JSON (application/json).',
    })
  })

  it.each(['/json', '/nothing'])('that is empty is an object without fields, of whatever type: %s', async (path) => {
    for (const type of ['application/json', 'text/plain', null])
      expect(await post(path, undefined, type)).toMatchObject({ status: 200, read: {} })
  })

  it('is asked for where an operation takes no fields too', async () => {
    expect(await post('/nothing', '{}')).toMatchObject({ status: 200, read: {} })
    expect(await post('/nothing', '{}', 'text/plain')).toMatchObject({ status: 415 })
  })

  it('is UTF-8, with or without its mark', async () => {
    expect(await post('/json', new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]))).toMatchObject({ status: 200, read: {} })
    expect(await post('/json', new Uint8Array([0x7b, 0xff, 0x7d]))).toMatchObject({
      status: 400,
      message: "Le texte envoyé n'est pas de l'UTF-8 valide.",
    })
  })

  it('that nobody reads is nobody’s mistake', async () => {
    expect(await post('/unread', new Uint8Array([0xff]))).toMatchObject({ status: 200 })
  })

  it.each(['{', 'x', '{"a":1}{"a":1}', "{'a':1}", ' '])('that is not JSON is a 400: %s', async (text) => {
    expect(await post('/json', text)).toMatchObject({ status: 400, message: "Le JSON envoyé n'est pas valide." })
  })
})

describe('by its headers alone', () => {
  it.each(['json', 'form', 'nothing'])('a body is refused before it is read: of %s', async (kind) => {
    const type = kind === 'form' ? 'multipart/form-data; boundary=x' : 'application/json'
    expect(await post(`/head?kind=${kind}`, 'x', type)).toMatchObject({ status: 200, read: false })
    expect(await post(`/head?kind=${kind}`, 'x', 'text/plain')).toMatchObject({ status: 415 })
    const request = new Request(`http://localhost/head?kind=${kind}`, {
      ...{ method: 'POST', body: 'x', headers: { 'content-type': type, 'content-length': '9999' } },
    })
    expect((await app.request(request)).status).toBe(413)
    expect(request.bodyUsed).toBe(false)
  })

  it('nothing at all is of every type, but for a form', async () => {
    for (const type of ['text/plain', null]) {
      expect(await post('/head?kind=json', undefined, type)).toMatchObject({ status: 200 })
      expect(await post('/head?kind=form', undefined, type)).toMatchObject({ status: 415 })
    }
  })
})

describe('a form', () => {
  it('is read as multipart/form-data only', async () => {
    const form = new FormData()
    form.set('name', 'Aline')
    expect(await post('/form', form)).toMatchObject({ status: 200, read: { name: 'Aline' } })
    for (const type of ['application/json', 'application/x-www-form-urlencoded', '', null])
      expect(await post('/form', new TextEncoder().encode('name=Aline'), type)).toMatchObject({
        status: 415,
        message: 'Envoyez un formulaire multipart/form-data.',
      })
    expect(await post('/form', undefined, null)).toMatchObject({ status: 415 })
  })

  it.each(['multipart/form-data', 'multipart/form-data; boundary=y', 'Multipart/Form-Data; boundary=y'])(
    'that cannot be read is a 400: %s',
    async (type) => {
      expect(await post('/form', '--x\r\nname', type)).toMatchObject({
        status: 400,
        message: 'Le formulaire est illisible.',
      })
    },
  )
})

describe('a body that is too large', () => {
  const sent = (pieces: Iterable<Uint8Array>) =>
    new Request('http://localhost', { method: 'POST', body: ReadableStream.from(pieces), duplex: 'half' } as object)
  const stream = (sizes: number[]) => sent(sizes.map((size, i) => new Uint8Array(size).fill(i + 1)))

  it('is a 413 that says how much is taken', async () => {
    const json = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
    expect(await post('/json', json(2 * KIB))).toMatchObject({ status: 200 })
    expect(await post('/json', json(2 * KIB + 1))).toMatchObject({ status: 413, message: 'Le contenu dépasse 2 Ko.' })
    expect(await post('/large', json(3 * MAX_JSON_BYTES))).toMatchObject({ status: 200, read: 3 * MAX_JSON_BYTES })
    expect(await post('/large', json(3 * MAX_JSON_BYTES + 1))).toMatchObject({
      status: 413,
      message: 'Le contenu dépasse 3 Mo.',
    })
    const oneMib = readAtMost(stream([MAX_JSON_BYTES + 1]), MAX_JSON_BYTES)
    await expect(oneMib).rejects.toThrow('Le contenu dépasse 1 Mo.')
  })

  it('is refused by what it declares before it is read', async () => {
    const request = new Request('http://localhost', { method: 'POST', body: 'x', headers: { 'content-length': '9' } })
    await expect(readAtMost(request, 8)).rejects.toThrow('Le contenu dépasse')
    expect(request.bodyUsed).toBe(false)
  })

  it('without a length is refused while it comes, and whole when it fits', async () => {
    expect([...(await readAtMost(stream([2, 1, 3]), 6))]).toEqual([1, 1, 2, 3, 3, 3])
    await expect(readAtMost(stream([2, 1, 3]), 5)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    let pieces = 0
    const endless = function* () {
      for (;;) yield new Uint8Array(++pieces && 10)
    }
    await expect(readAtMost(sent(endless()), 100)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    expect(pieces).toBeLessThan(20)
  })

  it('is not what is not there', async () => {
    expect(await readAtMost(new Request('http://localhost', { method: 'POST' }), 0)).toHaveLength(0)
  })
})

describe('a JSON object that has a field twice', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"b":2,"a":1}',
    '{"a" : 1, "a"\n\t: 2}',
    '{"a":1,"\\u0061":2}',
    '{"b":{"a":1,"a":2}}',
    '[{"c":1},{"a":1,"a":1}]',
    '{"b":{"x":1},"a":1,"c":[1],"a":2}',
    '{"b":"a\\"","a":1,"a":1}',
    '{"":1,"a":1,"a":1}',
    '{"a":"{","a":2}',
    '{"b":["]"],"a":"}","a":2}',
  ])('is refused: %s', (text) => {
    expect(() => parseJson(text)).toThrow('Vous avez donné deux fois le champ a.')
  })

  it.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":["b","b"],"b":["a"]}',
    '{"a":"\\"a\\":1","b":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":"x: {","b":"}"}',
    '"a"',
    '[]',
  ])('is not one that has it once in each object: %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it('is refused in less time than it takes to look at each value', () => {
    const message = 'Le contenu a trop de champs.'
    expect(() => parseJson(`[${'[],'.repeat(200_000)}[]]`)).toThrow(message)
    expect(() => parseJson(`[${'1,'.repeat(20_001)}1]`)).toThrow(message)
    expect(parseJson(`[${'1,'.repeat(19_000)}1]`)).toHaveLength(19_001)
    expect(() => parseJson(`${'['.repeat(33)}${']'.repeat(33)}`)).toThrow('Le contenu est trop imbriqué.')
    expect(() => parseJson('['.repeat(1_000_000))).toThrow('Le contenu est trop imbriqué.')
    expect(() => parseJson('{"a\\x":1}')).toThrow("Le JSON envoyé n'est pas valide.")
  })

  it('is named in the details', () => {
    expect(() => parseJson('{"foo":1,"foo":2}')).toThrow(
      expect.objectContaining({ details: [{ field: 'foo', message: 'Vous avez donné deux fois le champ foo.' }] }),
    )
  })
})

describe('text that cannot be kept', () => {
  const refusalOf = (value: unknown, field = '') => {
    try {
      refuseBrokenText(value, field, 0)
      return null
    } catch (error) {
      return error as { code: string; message: string; details: { field: string; message: string }[] }
    }
  }
  const nested = (depth: number) => {
    let value: unknown = 1
    for (let i = 0; i < depth; i++) value = { a: value }
    return value
  }

  it.each([['a\0b'], ['\0'], ['\ud800'], ['a\udc00b']])('is refused wherever it is: %j', (text) => {
    expect(isBroken(text)).toBe(true)
    const message = 'Ce texte contient des caractères interdits.'
    expect(refusalOf({ name: text })).toMatchObject({
      code: 'VALIDATION_ERROR',
      message,
      details: [{ field: 'name', message }],
    })
    expect(refusalOf({ items: [{ name: 'x' }, { name: text }] })?.details[0]?.field).toBe('items.1.name')
    expect(refusalOf({ items: { [text]: 1 } })?.details[0]?.field).toBe('items')
  })

  it.each(['', 'é', '😀', 'a\nb'])('is not %j', (text) => {
    expect(isBroken(text)).toBe(false)
    expect(refusalOf({ [text]: [text] })).toBeNull()
  })

  it.each(['__proto__', 'constructor', 'prototype'])('a field named %s is refused', (name) => {
    expect(refusalOf(JSON.parse(`{"a":{"${name}":1}}`))).toMatchObject({
      message: `Champ inconnu : ${name}.`,
      details: [{ field: 'a' }],
    })
    expect(refusalOf({ a: name })).toBeNull()
  })

  it('a value deeper than 32 objects is refused', () => {
    expect(refusalOf(nested(32))).toBeNull()
    expect(refusalOf(nested(33))?.message).toBe('Le contenu est trop imbriqué.')
    expect(refusalOf([[[null, 1, true]]])).toBeNull()
  })

  it('is named by its beginning', () => {
    const field = refusalOf({ ['x'.repeat(300)]: '\0' })?.details[0]?.field
    expect(field).toMatch(/^x+…$/)
    expect(field).toHaveLength(200)
  })

  it('is no file', () => {
    expect(refusalOf({ file: new File(['\0'], 'a.png') })).toBeNull()
  })
})
