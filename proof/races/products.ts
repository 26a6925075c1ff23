import { call, mustCall } from '#testing/running/call.ts'
import { memberOfStaff, newOffer, newShopkeeper, picturesForm, productForm } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

const WHY = { reason: 'La photo montre un autre article' }

/** A product on sale and somebody of the staff, after these decisions. */
async function moderated(service: RunningService, ...decisions: string[]) {
  const { seller, productId } = await newOffer(service, 3)
  const staff = await memberOfStaff(service)
  const path = `/moderation/products/${productId}`
  for (const decision of decisions) await mustCall(service, staff, 'POST', `${path}/${decision}`, WHY)
  return { seller, staff, productId, path }
}

/** Exactly this many moves of moderation have been written of a product. */
const countMoves = (service: RunningService, expected: number, productId: string) =>
  countFault(
    service,
    expected,
    'moves of moderation',
    'SELECT count(*) AS n FROM moderation_events WHERE thing_id = ?',
    productId,
  )

/** A product on sale with three pictures, which is all that the free plan has room for. */
async function withThreePictures(service: RunningService) {
  const { seller, productId } = await newOffer(service, 3)
  const path = `/products/${productId}/images`
  const { images } = await mustCall(service, seller, 'POST', path, picturesForm(2))
  return { seller, productId, path, imageIds: (images as { id: string }[]).map(({ id }) => id) }
}

/** The pictures of a product are this many, and stand at 0 to n-1. */
const countPictures = (service: RunningService, expected: number, productId: string) =>
  countFault(
    service,
    expected,
    'pictures in a row',
    `SELECT count(*) * (max(position) = count(*) - 1) * (count(DISTINCT position) = count(*)) AS n
     FROM product_images WHERE product_id = ?`,
    productId,
  )

export const productRaces = [
  race({
    name: 'moderation: of many reviewers of one product, one decides',
    operations: [
      'POST /moderation/products/:id/approve',
      'POST /moderation/products/:id/reject',
      'POST /moderation/products/:id/request-changes',
    ],
    prepare: (service) => moderated(service),
    send: (service, { staff, path }, i) =>
      call(service, staff, 'POST', `${path}/${['approve', 'reject', 'request-changes'][i % 3]}`, WHY),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: (service, { productId }) => countMoves(service, 2, productId),
  }),
  race({
    name: 'moderation: taken down once',
    operations: ['POST /moderation/products/:id/takedown'],
    prepare: (service) => moderated(service, 'approve'),
    send: (service, { staff, path }) => call(service, staff, 'POST', `${path}/takedown`, WHY),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: (service, { productId }) =>
      countFault(service, 0, 'visible', 'SELECT count(*) AS n FROM products WHERE id = ? AND visible = 1', productId),
  }),
  race({
    name: 'moderation: restored once',
    operations: ['POST /moderation/products/:id/restore'],
    prepare: (service) => moderated(service, 'takedown'),
    send: (service, { staff, path }) => call(service, staff, 'POST', `${path}/restore`, {}),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: (service, { productId }) => countMoves(service, 3, productId),
  }),
  race({
    name: 'product: submitted once, while it is edited',
    operations: ['POST /products/:id/submit'],
    prepare: async (service) => {
      const { productId, ...rest } = await moderated(service, 'request-changes')
      return { ...rest, productId, path: `/products/${productId}` }
    },
    send: async (service, { seller, path }, i) => {
      if (i % 5 === 0) await mustCall(service, seller, 'PUT', path, { name: `Panier ${i}` })
      return call(service, seller, 'POST', `${path}/submit`)
    },
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: (service, { productId }) => countMoves(service, 3, productId),
  }),
  race({
    name: 'product: of many edits of one version, one holds',
    operations: ['PUT /products/:id'],
    prepare: async (service) => {
      const { seller, productId } = await newOffer(service, 3)
      const { version } = await mustCall(service, seller, 'GET', `/products/${productId}`)
      return { seller, path: `/products/${productId}`, version }
    },
    send: (service, { seller, path, version }, i) =>
      call(service, seller, 'PUT', path, { brand: `Marque ${i}`, version }),
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH'],
  }),
  race({
    name: 'product: deleted once, and its place in the plan is free once',
    operations: ['DELETE /products/:id'],
    prepare: async (service) => {
      const seller = await newShopkeeper(service)
      const { id } = await mustCall(service, seller, 'POST', '/products', await productForm(service, seller.shopId, 1))
      return { seller, path: `/products/${id}` }
    },
    send: async (service, { seller, path }, i) => {
      // An edit finds it, or finds it gone.
      if (i % 5 === 0) await call(service, seller, 'PUT', path, { brand: `Marque ${i}` })
      return call(service, seller, 'DELETE', path)
    },
    succeed: 1,
    refusals: ['404 NOT_FOUND'],
    check: (service, { seller }) =>
      countFault(service, 0, 'places', 'SELECT product_count AS n FROM seller_profiles WHERE id = ?', seller.profileId),
  }),
  race({
    name: "pictures: added up to the plan's number, and no more",
    operations: ['POST /products/:id/images'],
    prepare: async (service) => {
      const { seller, productId } = await newOffer(service, 3)
      return { seller, productId }
    },
    send: (service, { seller, productId }) =>
      call(service, seller, 'POST', `/products/${productId}/images`, picturesForm(1)),
    succeed: 2,
    refusals: ['409 PLAN_LIMIT_REACHED'],
    check: (service, { productId }) => countPictures(service, 3, productId),
  }),
  race({
    name: 'pictures: the last one of a published product stays',
    operations: ['DELETE /products/:id/images/:imageId'],
    prepare: withThreePictures,
    send: (service, { seller, path, imageIds }, i) =>
      call(service, seller, 'DELETE', `${path}/${imageIds[i % imageIds.length]}`),
    succeed: 2,
    refusals: ['409 INVALID_TRANSITION', '404 NOT_FOUND'],
    check: (service, { productId }) => countPictures(service, 1, productId),
  }),
  race({
    name: 'pictures: put in order by many, each stands in one place',
    operations: ['PUT /products/:id/images/order'],
    prepare: withThreePictures,
    send: (service, { seller, path, imageIds }, i) => {
      const turned = [...imageIds.slice(i % 3), ...imageIds.slice(0, i % 3)]
      return call(service, seller, 'PUT', `${path}/order`, { imageIds: turned })
    },
    succeed: 'all',
    refusals: [],
    check: (service, { productId }) => countPictures(service, 3, productId),
  }),
]

export const productsNotRaced = {
  'DELETE /moderation/media/:key': 'the picture goes once; whoever comes second hears 404',
  'PUT /moderation/settings': 'the last word holds; each product keeps the mode under which it became PENDING',
}
