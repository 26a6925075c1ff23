import { sha256Bytes } from '../kernel/digest.ts'
import { Failure, fail } from '../kernel/failure.ts'
import { FormFile } from '../kernel/upload.ts'

const KIB = 1024
const MIB = 1024 * KIB
/** The largest file of any form: a paper of 8 MiB. Each kind of file has its own bound after this one. */
const MAX_FILE_BYTES = 8 * MIB
const MAX_PARTS = 100
/** All texts of a form together: as much as a body of JSON. */
const MAX_TEXT_BYTES = MIB
/** Ten pictures, and the empty fields that a browser sends: each file lies on the shelf before a field is looked at. */
const MAX_FILES = 12
/** Bytes that the parser gets at a time, because it keeps each piece that it gets. */
const PIECE_BYTES = 64 * KIB

/** Keeps files between their arrival and the end of the request. */
export type Shelf = {
  /** @returns the function that reads the bytes again */
  put(bytes: Uint8Array): Promise<() => Promise<ArrayBuffer>>
}

type Bytes = Uint8Array<ArrayBuffer>
type Part = { name: string; filename: string | undefined; bytes: Bytes }
type FormBody = { body: ReadableStream<Uint8Array> | null; type: string; maxBytes: number; hasKey: boolean }

/** The fields of a form in the order of arrival, with the methods of `FormData`; a file is a `FormFile`. */
export class Form {
  readonly #fields: [name: string, value: string | FormFile][] = []

  add(name: string, value: string | FormFile): void {
    this.#fields.push([name, value])
  }

  forEach(each: (value: string | FormFile, name: string) => void): void {
    for (const [name, value] of this.#fields) each(value, name)
  }

  [Symbol.iterator]() {
    return this.#fields[Symbol.iterator]()
  }
}

/** A size in round figures: people know nothing of the form's own bytes around the file. */
const sizeInWords = (bytes: number) => (bytes < MIB ? `${Math.floor(bytes / KIB)} Ko` : `${Math.floor(bytes / MIB)} Mo`)

export const refuseLarge = (maxBytes: number): never =>
  fail('PAYLOAD_TOO_LARGE', { message: `Le contenu dépasse ${sizeInWords(maxBytes)}.` })

/**
 * Reads a form as it arrives. One file stays in memory; as soon as more comes behind it, the file is put on the shelf,
 * so a form of ten pictures needs the memory of one.
 * @throws 413 for the whole form or one file, 400 for a form that cannot be read
 */
export async function readForm(body: FormBody, shelf: Shelf): Promise<Form> {
  const form = new Form()
  let held: { file: FormFile; bytes: Bytes } | undefined
  const shelve = async () => {
    if (held) held.file.moveTo(await shelf.put(held.bytes))
    held = undefined
  }
  let [files, textBytes] = [0, 0]
  for await (const part of partsOf(body)) {
    if (part === 'more') {
      await shelve()
      continue
    }
    const { name, filename, bytes } = part
    if (filename === undefined) {
      textBytes += bytes.byteLength
      if (textBytes > MAX_TEXT_BYTES) refuseLarge(MAX_TEXT_BYTES)
      form.add(name, textOf(bytes))
      continue
    }
    await shelve()
    if (++files > MAX_FILES) fail('VALIDATION_ERROR', { message: `Le formulaire a plus de ${MAX_FILES} fichiers.` })
    const digest = body.hasKey ? await sha256Bytes(bytes) : undefined
    const file = new FormFile(filename, bytes.byteLength, digest, async () => bytes.buffer)
    form.add(name, file)
    held = { file, bytes }
  }
  if (files > 1) await shelve()
  return form
}

/** The parts of a form, one after the other, and 'more' before each piece of the body. A broken form is refused in words. */
async function* partsOf({ body, type, maxBytes }: FormBody): AsyncGenerator<Part | 'more'> {
  // The parser is loaded with the first form: most requests have none.
  const { getMultipartBoundary, MaxFileSizeExceededError, MultipartParser } = await import(
    '@remix-run/multipart-parser'
  )
  const boundary = getMultipartBoundary(type)
  if (!boundary || !body) return refuseForm()
  const limits = { maxFileSize: MAX_FILE_BYTES, maxParts: MAX_PARTS, maxTotalSize: maxBytes }
  const parser = new MultipartParser(boundary, limits)
  try {
    for await (const piece of piecesOf(body, maxBytes)) {
      yield 'more'
      for (const part of parser.write(piece)) {
        const { name, filename } = part
        const bytes = part.bytes as Bytes
        // Without this, the parser would hold the part until the next one begins.
        part.content.length = 0
        yield { name: name ?? refuseForm(), filename, bytes }
      }
    }
    parser.finish()
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof MaxFileSizeExceededError) refuseLarge(MAX_FILE_BYTES)
    refuseForm()
  }
}

/** A body in pieces of one size: a body that comes byte by byte would cost the parser an object for each byte. */
async function* piecesOf(body: ReadableStream<Uint8Array>, maxBytes: number): AsyncGenerator<Bytes> {
  let piece = new Uint8Array(PIECE_BYTES)
  let filled = 0
  let total = 0
  for await (const chunk of body) {
    total += chunk.byteLength
    if (total > maxBytes) refuseLarge(maxBytes)
    for (let at = 0; at < chunk.byteLength; ) {
      const taken = chunk.subarray(at, at + PIECE_BYTES - filled)
      piece.set(taken, filled)
      at += taken.byteLength
      filled += taken.byteLength
      if (filled < PIECE_BYTES) continue
      yield piece
      piece = new Uint8Array(PIECE_BYTES)
      filled = 0
    }
  }
  yield piece.subarray(0, filled)
}

function textOf(bytes: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return fail('VALIDATION_ERROR', { message: "Le texte envoyé n'est pas de l'UTF-8 valide." })
  }
}

const refuseForm = (): never => fail('VALIDATION_ERROR', { message: 'Le formulaire est illisible.' })
