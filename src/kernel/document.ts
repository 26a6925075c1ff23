import { fail, invalid } from './failure.ts'
import { readPicture } from './picture/read.ts'

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
  const document = readAny(upload, field)
  if (types && !types.includes(document.contentType))
    fail('UNSUPPORTED_MEDIA_TYPE', { message: 'Les documents acceptés sont JPEG, PNG et PDF.' })
  return document
}

function readAny(upload: Uint8Array, field: string): DocumentFile {
  if (upload.byteLength > MAX_DOCUMENT_BYTES)
    fail('PAYLOAD_TOO_LARGE', { message: 'Chaque document doit faire 8 Mo au plus.' })
  if (ascii(upload.subarray(0, 5)) !== '%PDF-') {
    const { bytes, contentType, extension } = readPicture(upload, field, MAX_DOCUMENT_BYTES)
    return { bytes, contentType, extension }
  }
  if (!/%%EOF\s*$/.test(ascii(upload.subarray(-32)))) invalid(field, 'Le document est abîmé ou incomplet.')
  return { bytes: upload, contentType: 'application/pdf', extension: 'pdf' }
}
