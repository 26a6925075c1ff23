import { CATALOGUE, EARNINGS, RIDER, SELLER } from './commerce.ts'
import { BOUGHT, RIDES, SOLD } from './orders.ts'
import { ACCOUNT, PERSONAL } from './personal.ts'
import type { PlacesOf } from './place.ts'

/**
 * All places with rows of a person. The erasure and the copy of one's data both go through it, so that nothing is in one alone; a test
 * holds it against every column of the schema that names a person.
 */
export const PLACES: PlacesOf = {
  user: [...PERSONAL, ...BOUGHT, ACCOUNT],
  seller: [...SELLER, ...SOLD, ...CATALOGUE],
  rider: [...RIDER, ...RIDES],
  earner: EARNINGS,
}
