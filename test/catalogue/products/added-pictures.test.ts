import { describe, expect, it } from 'vitest'
import { type Caller, call, reasons, tally, together } from '#testing/api.ts'
import { gif, jpeg, png, svg, webp } from '#testing/fixtures/pictures.ts'
import { createProduct, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import {
  expectOwnersOnly,
  expectUnknownIs404,
  faults,
  GONE,
  newStall,
  ok,
  refusal,
} from '#testing/stories/catalogue.ts'

type Image = { id: string; url: string; position: number; width: number; height: number }
const form = (...files: Uint8Array[]) => {
  const body = new FormData()
  for (const [i, file] of files.entries())
    body.append('images', new Blob([file as Uint8Array<ArrayBuffer>]), `${i}.jpg`)
  return body
}
const add = (as: Caller, id: string, ...files: Uint8Array[]) =>
  call(as, 'POST', `/products/${id}/images`, form(...files))
const remove = (as: Caller, id: string, imageId: string) => call(as, 'DELETE', `/products/${id}/images/${imageId}`)
const order = (as: Caller, id: string, imageIds: unknown) =>
  call(as, 'PUT', `/products/${id}/images/order`, { imageIds })
const ids = ({ images }: { images: Image[] }) => images.map(({ id }) => id)
const positions = ({ images }: { images: Image[] }) => images.map(({ position }) => position)
const images = async (as: Caller, id: string): Promise<{ images: Image[] }> =>
  ok(await call(as, 'GET', `/products/${id}`))

/** A product that guests see, with this many pictures. */
async function pictured(pictures: number, maxPhotos = 10) {
  const [seller, category] = [await newShopkeeper({ maxPhotos }), await newCategory()]
  const files = Array.from({ length: pictures }, () => new Blob([jpeg()]))
  const product = await publishedProduct(seller, category, { images: files })
  return { seller, category, id: product.id as string, imageIds: ids(product) }
}

describe('added pictures', () => {
  it('come last, in the order they were sent, and each says its size', async () => {
    const { seller, id, imageIds } = await pictured(1)
    const files = [jpeg({ width: 640, height: 480 }), png({ width: 1, height: 1 })]
    const product = ok(await add(seller, id, ...files))
    expect(product).toMatchObject({ id, status: 'PUBLISHED' })
    expect(positions(product)).toEqual([0, 1, 2])
    expect(ids(product)[0]).toBe(imageIds[0])
    expect(product.images[1]).toMatchObject({ width: 640, height: 480, url: expect.stringContaining('/media/') })
    expect(product.images[2]).toMatchObject({ width: 1, height: 1 })
    expect((await images(seller, id)).images).toEqual(product.images)
    const path = product.images[1].url.slice(product.images[1].url.indexOf('/media/'))
    expect((await call(null, 'GET', path)).headers.get('content-type')).toBe('image/jpeg')
  })

  it('are JPEG, PNG or WebP by what is in them', async () => {
    const { seller, id } = await pictured(1)
    expect(positions(ok(await add(seller, id, jpeg(), png(), webp())))).toEqual([0, 1, 2, 3])
    for (const file of [gif, svg]) expect((await add(seller, id, file)).status).toBe(415)
    expect((await add(seller, id, jpeg(), gif)).status).toBe(415)
    expect((await images(seller, id)).images).toHaveLength(4)
  })

  it('are at most 5 MB each, 1 to 10 at a time, in the field images', async () => {
    const { seller, id } = await pictured(1, 50)
    const big = new Uint8Array(6 * 1024 * 1024)
    big.set(jpeg())
    expect((await add(seller, id, big)).status).toBe(413)
    expect(faults(await add(seller, id))).toEqual(['images'])
    expect(faults(await add(seller, id, ...Array.from({ length: 11 }, () => jpeg())))).toEqual(['images'])
    const other = new FormData()
    other.append('photos', new Blob([jpeg()]), 'a.jpg')
    expect(faults(await call(seller, 'POST', `/products/${id}/images`, other)).length).toBeGreaterThan(0)
    expect(ok(await add(seller, id, ...Array.from({ length: 10 }, () => jpeg()))).images).toHaveLength(11)
  })

  it("over the plan's number are 409 PLAN_LIMIT_REACHED, and none is kept", async () => {
    const { seller, id } = await pictured(2, 3)
    expect(refusal(await add(seller, id, jpeg(), jpeg()))).toEqual([409, 'PLAN_LIMIT_REACHED'])
    expect((await images(seller, id)).images).toHaveLength(2)
    expect(ok(await add(seller, id, jpeg())).images).toHaveLength(3)
    expect(refusal(await add(seller, id, jpeg()))).toEqual([409, 'PLAN_LIMIT_REACHED'])
  })

  it('are for the owner; an unknown product is 404', async () => {
    const { seller, id } = await pictured(1)
    await expectOwnersOnly('POST', `/products/${id}/images`, form(jpeg()))
    await expectUnknownIs404(seller, 'POST', (some) => `/products/${some}/images`, form(jpeg()))
  })

  it('many at once within the plan are all taken, at 0 to n-1', async () => {
    const { seller, id } = await pictured(1, 6)
    const answers = await together(5, () => add(seller, id, jpeg()))
    expect(tally(answers)).toEqual({ 201: 5 })
    const after = await images(seller, id)
    expect(positions(after)).toEqual([0, 1, 2, 3, 4, 5])
    expect(new Set(ids(after)).size).toBe(6)
  })

  it('many at once past the plan are taken up to it', async () => {
    const { seller, id } = await pictured(1, 4)
    expect(reasons(await together(8, () => add(seller, id, jpeg())))).toEqual({ ok: 3, PLAN_LIMIT_REACHED: 5 })
    expect(positions(await images(seller, id))).toEqual([0, 1, 2, 3])
  })
})

describe('a removed picture', () => {
  it('is gone, and the others close up; the answer is what remains', async () => {
    const { seller, id, imageIds } = await pictured(4)
    const product = ok(await remove(seller, id, imageIds[1] as string))
    expect(ids(product)).toEqual([imageIds[0], imageIds[2], imageIds[3]])
    expect(positions(product)).toEqual([0, 1, 2])
    expect((await images(seller, id)).images).toEqual(product.images)
    expect(refusal(await remove(seller, id, imageIds[1] as string))).toEqual(GONE)
  })

  it('frees its place in the plan', async () => {
    const { seller, id, imageIds } = await pictured(3, 3)
    ok(await remove(seller, id, imageIds[2] as string))
    expect(positions(ok(await add(seller, id, jpeg())))).toEqual([0, 1, 2])
  })

  it('may not be the last of a PUBLISHED product; of a draft it may', async () => {
    const { seller, category, id, imageIds } = await pictured(1)
    const refused = await remove(seller, id, imageIds[0] as string)
    expect([refused.status, refused.error?.code]).toEqual([409, 'CONFLICT'])
    expect((await images(seller, id)).images).toHaveLength(1)
    const draft = ok(await createProduct(seller, category))
    expect(ok(await remove(seller, draft.id, draft.images[0].id)).images).toEqual([])
    expect((await call(seller, 'POST', `/products/${draft.id}/status`, { status: 'PUBLISHED' })).status).toBe(409)
  })

  it('of two that are removed at once from a PUBLISHED product, one stays', async () => {
    const { seller, id, imageIds } = await pictured(2)
    const answers = await together(2, (i) => remove(seller, id, imageIds[i] as string))
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 })
    const after = await images(seller, id)
    expect(after.images).toHaveLength(1)
    expect(positions(after)).toEqual([0])
  })

  it('leaves no gap in the positions when another one is added at once', async () => {
    const { seller, id, imageIds } = await pictured(4)
    const answers = await together(4, (i) =>
      i < 2 ? remove(seller, id, imageIds[i] as string) : add(seller, id, jpeg()),
    )
    for (const answer of answers) ok(answer)
    expect(positions(await images(seller, id))).toEqual([0, 1, 2, 3])
  })

  it('is of this product, and removed by its owner', async () => {
    const [one, two] = [await pictured(2), await pictured(2)]
    expect(refusal(await remove(one.seller, one.id, two.imageIds[0] as string))).toEqual(GONE)
    await expectOwnersOnly('DELETE', `/products/${one.id}/images/${one.imageIds[0]}`)
    await expectUnknownIs404(one.seller, 'DELETE', (some) => `/products/${one.id}/images/${some}`)
    expect((await images(two.seller, two.id)).images).toHaveLength(2)
  })
})

describe('the order of pictures', () => {
  it('is as it is sent, and each keeps its id and address', async () => {
    const { seller, id, imageIds } = await pictured(3)
    const before = await images(seller, id)
    const turned = [imageIds[2], imageIds[0], imageIds[1]]
    const product = ok(await order(seller, id, turned))
    expect(ids(product)).toEqual(turned)
    expect(positions(product)).toEqual([0, 1, 2])
    const urls = (from: { images: Image[] }) => Object.fromEntries(from.images.map((image) => [image.id, image.url]))
    expect(urls(product)).toEqual(urls(before))
    expect(ids(ok(await order(seller, id, turned)))).toEqual(turned)
  })

  it('names each picture once: else 400, and nothing changes', async () => {
    const { seller, id, imageIds } = await pictured(3)
    const [a, b, c] = imageIds
    for (const wrong of [[a, b], [a, b, c, c], [a, a, b], []])
      expect(faults(await order(seller, id, wrong)), JSON.stringify(wrong)).toContain('imageIds')
    const other = await pictured(1)
    expect([400, 404]).toContain((await order(seller, id, [a, b, other.imageIds[0]])).status)
    expect(faults(await call(seller, 'PUT', `/products/${id}/images/order`, {}))).toEqual(['imageIds'])
    expect(ids(await images(seller, id))).toEqual(imageIds)
  })

  it('is for the owner; an unknown product is 404', async () => {
    const { seller, id, imageIds } = await pictured(2)
    await expectOwnersOnly('PUT', `/products/${id}/images/order`, { imageIds })
    await expectUnknownIs404(seller, 'PUT', (some) => `/products/${some}/images/order`, { imageIds })
  })

  it('of two at once, one of both is what stays', async () => {
    const { seller, id, imageIds } = await pictured(3)
    const wishes = [[...imageIds].reverse(), [imageIds[1], imageIds[2], imageIds[0]]]
    const answers = await together(2, (i) => order(seller, id, wishes[i]))
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
    const after = await images(seller, id)
    expect(wishes).toContainEqual(ids(after))
    expect(positions(after)).toEqual([0, 1, 2])
  })
})

describe('pictures and moderation', () => {
  it.each(['add', 'remove', 'order'])('to %s one of an APPROVED product makes it PENDING', async (what) => {
    const { staff } = await newStall()
    const { seller, id, imageIds } = await pictured(2)
    ok(await call(staff, 'POST', `/moderation/products/${id}/approve`))
    const answer =
      what === 'add'
        ? await add(seller, id, jpeg())
        : what === 'remove'
          ? await remove(seller, id, imageIds[1] as string)
          : await order(seller, id, [...imageIds].reverse())
    expect(ok(answer).moderationStatus).toBe('PENDING')
    expect(ok(await call(seller, 'GET', `/products/${id}`)).moderationStatus).toBe('PENDING')
  })
})
