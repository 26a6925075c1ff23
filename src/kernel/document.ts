import { fail, invalid } from './failure.ts'
import { isPicture, readPicture } from './picture/read.ts'

const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024

export type DocumentFile = { bytes: Uint8Array; contentType: string; extension: string }

const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes)

/**
 * What may be kept of a paper that somebody uploads: a picture without its metadata, or one whole PDF. The type is told
 * by the content, never by the name.
 * @param types content types that are taken; all of these unless told
 * @throws 413 over 8 MiB, 415 for any other format, 400 for a damaged one
 */
export function readDocument(upload: Uint8Array, field: string, types?: readonly string[]): DocumentFile {
  const document = readAny(upload, field, types)
  if (types && !types.includes(document.contentType)) refuseType(types)
  return document
}

const NAMES: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
}

function refuseType(types: readonly string[] = Object.keys(NAMES)): never {
  const list = types.map((type) => NAMES[type] ?? type)
  const message = `Les documents acceptés sont ${list.slice(0, -1).join(', ')} et ${list.at(-1)}.`
  return fail('UNSUPPORTED_MEDIA_TYPE', { message })
}

function readAny(upload: Uint8Array, field: string, types?: readonly string[]): DocumentFile {
  if (upload.byteLength > MAX_DOCUMENT_BYTES)
    fail('PAYLOAD_TOO_LARGE', { message: 'Chaque document doit faire 8 Mo au plus.' })
  if (ascii(upload.subarray(0, 5)) !== '%PDF-') {
    if (!isPicture(upload)) refuseType(types)
    const { bytes, contentType, extension } = readPicture(upload, field, MAX_DOCUMENT_BYTES)
    return { bytes, contentType, extension }
  }
  if (!/%%EOF\s*$/.test(ascii(upload.subarray(-32)))) invalid(field, 'Le document est abîmé ou incomplet.')
  return { bytes: upload, contentType: 'application/pdf', extension: 'pdf' }
}
