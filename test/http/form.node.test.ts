import { ReadableStream } from 'node:stream/web'
import { expect, it } from 'vitest'
import { readForm, type Shelf } from '#http/form.ts'

// A form is taken apart as it comes, with the bytes of one file in memory (docs/limits.md, Sizes).

const MIB = 1024 * 1024

/** A shelf that remembers what lay on it. */
function newShelf() {
  const files: Uint8Array[] = []
  const shelf: Shelf = {
    put: async (bytes) => {
      files.push(bytes.slice())
      const at = files.length - 1
      return async () => (files[at] as Uint8Array<ArrayBuffer>).buffer
    },
  }
  return { files, shelf }
}

async function sent(form: FormData, pieceBytes = 1000) {
  const response = new Response(form)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.slice(at, at + pieceBytes)
  }
  return {
    body: ReadableStream.from(pieces()) as unknown as globalThis.ReadableStream<Uint8Array>,
    type: response.headers.get('content-type') ?? '',
    maxBytes: 51 * MIB,
    hasKey: false,
  }
}

const fileOf = (name: string, size: number, fill = 7) => new File([new Uint8Array(size).fill(fill)], name)
const formOf = (fields: Record<string, string | File | File[]>) => {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value)
  return form
}

it('a form has its fields in their order, whatever pieces it comes in', async () => {
  for (const pieceBytes of [1, 7, 100, 100_000]) {
    const form = formOf({ nom: 'Panier tressé 漢', vide: '', photo: fileOf('a b.png', 3), fin: 'x\r\n--y' })
    const fields = [...(await readForm(await sent(form, pieceBytes), newShelf().shelf))]
    expect(fields.map(([name]) => name)).toEqual(['nom', 'vide', 'photo', 'fin'])
    const [nom, vide, photo, fin] = fields.map(([, value]) => value)
    expect([nom, vide, fin]).toEqual(['Panier tressé 漢', '', 'x\r\n--y'])
    expect(photo).toMatchObject({ name: 'a b.png', size: 3, digest: undefined })
    const bytes = typeof photo === 'object' ? await photo.arrayBuffer() : expect.fail('no file')
    expect([...new Uint8Array(bytes)]).toEqual([7, 7, 7])
  }
})

it('keeps one file in memory; of several each lies on the shelf, and is read again as it came', async () => {
  const alone = newShelf()
  await readForm(await sent(formOf({ photo: fileOf('a', 10) })), alone.shelf)
  expect(alone.files).toHaveLength(0)

  const { files, shelf } = newShelf()
  const photos = [1, 2, 3].map((fill) => fileOf(`${fill}`, 100_000 + fill, fill))
  const form = await readForm(await sent(formOf({ photo: photos }), 65_536), shelf)
  expect(files.map(({ length }) => length)).toEqual([100_001, 100_002, 100_003])
  const read = [...form].map(async ([, value]) => (typeof value === 'string' ? 0 : value.arrayBuffer()))
  expect((await Promise.all(read)).map((bytes) => new Uint8Array(bytes as ArrayBuffer)[0])).toEqual([1, 2, 3])
})

it('knows the digest of each file where the request carries a key', async () => {
  const form = await readForm({ ...(await sent(formOf({ photo: fileOf('a', 1) }))), hasKey: true }, newShelf().shelf)
  expect([...form][0]?.[1]).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

it('holds at most a few MiB of ten pictures of five', async () => {
  const picture = new Uint8Array(5 * MIB).fill(1)
  const head = (i: number) =>
    new TextEncoder().encode(
      `${i ? '\r\n' : ''}--x\r\ncontent-disposition: form-data; name="images"; filename="${i}.jpg"\r\n\r\n`,
    )
  const pieces = function* () {
    for (let i = 0; i < 10; i++) {
      yield head(i)
      for (let at = 0; at < picture.length; at += 65_536) yield picture.slice(at, at + 65_536)
    }
    yield new TextEncoder().encode('\r\n--x--\r\n')
  }
  const body = ReadableStream.from(pieces()) as unknown as globalThis.ReadableStream<Uint8Array>
  let most = 0
  const shelf: Shelf = {
    put: async ({ byteLength }) => {
      globalThis.gc?.()
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      return async () => new ArrayBuffer(byteLength)
    },
  }
  globalThis.gc?.()
  const before = process.memoryUsage().arrayBuffers
  const form = await readForm(
    { body, type: 'multipart/form-data; boundary=x', maxBytes: 51 * MIB, hasKey: false },
    shelf,
  )
  expect([...form]).toHaveLength(10)
  if (globalThis.gc) expect(most).toBeLessThan(25 * MIB)
})

it('refuses what is too large, as soon as it comes, and what is no form', async () => {
  const { shelf } = newShelf()
  const read = async (form: FormData, more: object = {}) => readForm({ ...(await sent(form, 65_536)), ...more }, shelf)
  await expect(read(formOf({ photo: fileOf('a', 8 * MIB + 1) }))).rejects.toThrow('Le contenu dépasse 8 Mo.')
  await expect(read(formOf({ nom: 'x'.repeat(3000) }), { maxBytes: 2048 })).rejects.toThrow('Le contenu dépasse 2 Ko.')
  for (const more of [{ type: 'multipart/form-data' }, { type: 'multipart/form-data; boundary=y' }, { body: null }])
    await expect(read(formOf({ nom: 'x' }), more)).rejects.toThrow('Le formulaire est illisible.')
  const many = new FormData()
  for (let i = 0; i < 101; i++) many.append(`f${i}`, 'x')
  await expect(read(many)).rejects.toThrow('Le formulaire est illisible.')
  await expect(
    read(formOf({ nom: 'x' }), { body: new Response('--x').body, type: 'multipart/form-data; boundary=x' }),
  ).rejects.toThrow('Le formulaire est illisible.')
})

it('a shelf that fails is no fault of the form', async () => {
  const shelf: Shelf = { put: () => Promise.reject(new TypeError('down')) }
  const form = formOf({ photo: [fileOf('a', 1), fileOf('b', 1)] })
  await expect(readForm(await sent(form), shelf)).rejects.toThrow('down')
})

it('lays a file on the shelf before the next one is in memory', async () => {
  const { body, ...form } = await sent(formOf({ photo: [1, 2, 3].map((fill) => fileOf(`${fill}`, MIB, fill)) }), 10_000)
  let come = 0
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        come += chunk.byteLength
        controller.enqueue(chunk)
      },
    }),
  )
  const comeAt: number[] = []
  const put: Shelf['put'] = async ({ byteLength }) => {
    comeAt.push(come)
    return async () => new ArrayBuffer(byteLength)
  }
  await readForm({ ...form, body: counted }, { put })
  expect(comeAt.map((bytes) => Math.round((bytes / MIB) * 5) / 5)).toEqual([1.2, 2.2, 3])
})

it('takes a MiB of texts in all and twelve files, however small each is', async () => {
  const read = async (form: FormData) => [...(await readForm(await sent(form, 65_536), newShelf().shelf))].length
  const half = 'x'.repeat(MIB / 2)
  expect(await read(formOf({ a: half, b: half, photo: fileOf('a', MIB) }))).toBe(3)
  await expect(read(formOf({ a: half, b: half, c: 'x' }))).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  const files = (count: number) => formOf({ photo: Array.from({ length: count }, (_, i) => fileOf(`${i}`, 1)) })
  expect(await read(files(12))).toBe(12)
  await expect(read(files(13))).rejects.toThrow('Le formulaire a plus de 12 fichiers.')
})
