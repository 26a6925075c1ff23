import { call, mustCall } from '#testing/running/call.ts'
import { freshWord, memberOfStaff, newOffer, newPerson } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

async function anEmptyShelf(service: RunningService) {
  const staff = await memberOfStaff(service)
  const category = await mustCall(service, staff, 'POST', '/products/categories', { name: freshWord('Rayon') })
  const path = `/products/categories/${category.id}/subcategories`
  const subcategory = await mustCall(service, staff, 'POST', path, { name: 'Tout' })
  return { staff, category: category.id as string, subcategory: subcategory.id as string }
}

export const favoriteRaces = [
  race({
    name: 'favourite: one of a product, kept and let go by many at once',
    operations: ['POST /favorites', 'DELETE /favorites/:type/:targetId'],
    prepare: async (service) => ({ ...(await newOffer(service, 1)), buyer: await newPerson(service) }),
    send: (service, { buyer, productId }, i) =>
      i % 5 === 4
        ? call(service, buyer, 'DELETE', `/favorites/PRODUCT/${productId}`)
        : call(service, buyer, 'POST', '/favorites', { type: 'PRODUCT', targetId: productId }),
    succeed: 'all',
    refusals: [],
    check: async (service, { buyer, productId }) => {
      await mustCall(service, buyer, 'POST', '/favorites', { type: 'PRODUCT', targetId: productId })
      return countFault(service, 1, 'rows', 'SELECT count(*) AS n FROM favorites WHERE user_id = ?', buyer.id)
    },
  }),
  race({
    name: 'subcategory: deleted once',
    operations: ['DELETE /products/categories/subcategories/:id'],
    prepare: anEmptyShelf,
    send: (service, { staff, subcategory }) =>
      call(service, staff, 'DELETE', `/products/categories/subcategories/${subcategory}`),
    succeed: 1,
    refusals: ['404 NOT_FOUND'],
  }),
  race({
    name: 'category: deleted, or given a subcategory',
    operations: ['DELETE /products/categories/:id', 'POST /products/categories/:categoryId/subcategories'],
    prepare: async (service) => {
      const shelf = await anEmptyShelf(service)
      await mustCall(service, shelf.staff, 'DELETE', `/products/categories/subcategories/${shelf.subcategory}`)
      return shelf
    },
    send: (service, { staff, category }, i) => {
      const path = `/products/categories/${category}`
      return i % 2 === 0
        ? call(service, staff, 'DELETE', path)
        : call(service, staff, 'POST', `${path}/subcategories`, { name: freshWord('Sous') })
    },
    succeed: { least: 1, most: 25 },
    refusals: ['404 NOT_FOUND', '409 IN_USE'],
    check: (service, { category }) =>
      countFault(
        service,
        0,
        'subcategories without their category',
        'SELECT count(*) AS n FROM subcategories s WHERE s.category_id = ? AND NOT EXISTS (SELECT 1 FROM categories c WHERE c.id = s.category_id)',
        category,
      ),
  }),
]

export const favoritesNotRaced: Record<string, string> = {
  'PUT /products/categories/subcategories/:id': 'as PUT /products/categories/:id',
}
