import { fail, invalid } from '../failure.ts'
import { cleanJpeg } from './jpeg.ts'
import { isTurned } from './orientation.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

const MAX_PICTURE_BYTES = 5 * 1024 * 1024
const MAX_SIDE_PIXELS = 8000
const MAX_PIXELS = 40_000_000

/** `width` and `height` are those of the picture as it is shown, the right way up. */
export type Picture = {
  bytes: Uint8Array
  contentType: 'image/jpeg' | 'image/png' | 'image/webp'
  extension: string
  width: number
  height: number
}

/** Each format by its first bytes. `clean` answers undefined for a picture that is cut off, broken or animated. */
const FORMATS = [
  { contentType: 'image/jpeg', extension: 'jpg', magic: /^ffd8ff/, clean: cleanJpeg },
  { contentType: 'image/png', extension: 'png', magic: /^89504e470d0a1a0a/, clean: cleanPng },
  { contentType: 'image/webp', extension: 'webp', magic: /^52494646.{8}57454250/, clean: cleanWebp },
] as const

function formatOf(upload: Uint8Array) {
  const start = [...upload.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return FORMATS.find(({ magic }) => magic.test(start))
}

/** Whether an upload begins as a picture of a known format does. */
export const isPicture = (upload: Uint8Array) => formatOf(upload) !== undefined

/**
 * Reads one whole still picture of a known format, without its metadata (place, camera, comments). The content decides
 * the type, not the file's name.
 * @param most bytes; 5 MiB by default
 * @throws 413 above it, 415 for any other format, 400 for a damaged or animated picture or one of too many pixels
 */
export function readPicture(upload: Uint8Array, field: string, most = MAX_PICTURE_BYTES): Picture {
  if (upload.byteLength > most) fail('PAYLOAD_TOO_LARGE', { message: 'Chaque image doit faire 5 Mo au plus.' })
  const format = formatOf(upload)
  if (!format) fail('UNSUPPORTED_MEDIA_TYPE', { message: 'Les images acceptées sont JPEG, PNG et WebP.' })

  const cleaned = format.clean(upload)
  if (!cleaned) invalid(field, "L'image est abîmée, incomplète ou animée, ou contient autre chose qu'une image.")
  const { bytes, width, height, orientation = 1 } = cleaned
  if (width < 1 || height < 1) invalid(field, "L'image est vide.")
  if (width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS || width * height > MAX_PIXELS) {
    invalid(field, `L'image est trop grande : ${MAX_SIDE_PIXELS} pixels de côté et 40 millions de pixels au plus.`)
  }
  const shown = isTurned(orientation) ? { width: height, height: width } : { width, height }
  return { bytes, contentType: format.contentType, extension: format.extension, ...shown }
}
