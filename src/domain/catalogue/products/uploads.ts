import { invalid } from '../../../kernel/failure.ts'
import type { CreateProduct } from './new-product.ts'

const MOST_FILES = 10

/** The pictures of the form, under either name. 400 for more than ten. */
export function uploadedPictures(input: CreateProduct): File[] {
  const all = [...(input.images ?? []), ...(input['images[]'] ?? [])].filter(
    (file) => file.size > 0 || file.name !== '',
  )
  if (all.length > MOST_FILES) invalid('images', `${MOST_FILES} images au plus.`)
  return all
}
