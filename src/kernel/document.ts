import { fail, invalid } from './failure.ts'
import { faultOfPdf, type PdfFault } from './pdf/pdf-scan.ts'
import { isPicture, readPicture } from './picture/read.ts'

const MIB = 1024 * 1024
const MAX_DOCUMENT_BYTES = 8 * MIB
/** Formats and size that an upload may have; by default all formats and 8 MiB. */
export type DocumentLimits = { types?: readonly string[]; maxBytes?: number }

/** A photo that is not public: a proof, an attachment. */
export const PHOTO = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 5 * MIB,
} as const satisfies DocumentLimits

/** File types of an identity paper. */
export const PAPER_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const

export type DocumentFile = { bytes: Uint8Array; contentType: string; extension: string }

/** Bytes at the start of a file in which readers look for a PDF's first words. */
const MOST_BEFORE = 1024
const FAULTS: Record<PdfFault, string> = {
  SCRIPT: 'Ce PDF contient un script ou un formulaire actif.',
  LAUNCH: 'Ce PDF lance un programme ou envoie des données.',
  EMBEDDED: "Ce PDF contient d'autres fichiers.",
  ENCRYPTED: 'Ce PDF est chiffré ou protégé par un mot de passe.',
  HIDDEN: 'Ce PDF ne peut pas être vérifié.',
}
const WAY_OUT = 'Imprimez-le dans un nouveau PDF, ou envoyez une photo.'

const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes)

/**
 * Reads an uploaded paper: a picture, without its metadata, or one whole PDF that is pages and nothing else. The
 * content decides the type, not the file's name.
 * @throws 413 if it is too large, 415 for any other format, 400 if it is damaged or its PDF holds more than pages
 */
export function readDocument(upload: Uint8Array, field: string, taken: DocumentLimits = {}): DocumentFile {
  const document = readAny(upload, field, taken)
  if (taken.types && !taken.types.includes(document.contentType)) refuseType(taken.types)
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

function readAny(
  upload: Uint8Array,
  field: string,
  { types, maxBytes = MAX_DOCUMENT_BYTES }: DocumentLimits,
): DocumentFile {
  if (upload.byteLength > maxBytes)
    fail('PAYLOAD_TOO_LARGE', { message: `Chaque document doit faire ${maxBytes / MIB} Mo au plus.` })
  const begins = ascii(upload.subarray(0, MOST_BEFORE)).indexOf('%PDF-')
  if (begins !== 0) {
    if (begins > 0 && !isPicture(upload)) invalid(field, "Le document commence par autre chose qu'un PDF.")
    if (!isPicture(upload)) refuseType(types)
    const { bytes, contentType, extension } = readPicture(upload, field, maxBytes)
    return { bytes, contentType, extension }
  }
  if (!/%%EOF\s*$/.test(ascii(upload.subarray(-32)))) invalid(field, 'Le document est abîmé ou incomplet.')
  const fault = faultOfPdf(upload)
  if (fault) invalid(field, `${FAULTS[fault]} ${WAY_OUT}`)
  return { bytes: upload, contentType: 'application/pdf', extension: 'pdf' }
}
