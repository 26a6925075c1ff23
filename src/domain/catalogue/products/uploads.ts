import * as z from 'zod'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import type { Upload } from '#kernel/upload.ts'

/** One file or several. Browsers send an empty file field as empty text, or as a file without name and bytes. */
const files = z.preprocess(
  (value: File | File[] | '') => [value].flat().filter((one) => one !== undefined && one !== ''),
  z.array(f.file),
)

/** Pictures in a form, under the name that browsers use or the one of PHP. */
export const picturesOfForm = { images: files.optional(), 'images[]': files.optional() }
type Pictures = z.output<z.ZodObject<typeof picturesOfForm>>

const MOST_FILES = 10

/**
 * The pictures of the form, under either name.
 * @throws 400 for more than ten
 */
export function uploadedPictures(input: Pictures): Upload[] {
  const all = [...(input.images ?? []), ...(input['images[]'] ?? [])].filter(
    (file) => file.size > 0 || file.name !== '',
  )
  if (all.length > MOST_FILES) invalid('images', `${MOST_FILES} images au plus.`)
  return all
}
