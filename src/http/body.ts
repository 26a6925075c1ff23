import type { Context } from 'hono'
import { Failure, fail, invalid } from '../kernel/failure.ts'
import { readJson } from '../kernel/json.ts'
import { excerpt } from '../kernel/text.ts'
import { isUpload } from '../kernel/upload.ts'
import { labelOf } from './field-labels.ts'
import { readForm, refuseLarge, type Shelf } from './form.ts'
import type { Operation } from './operation.ts'

export const MAX_JSON_BYTES = 1024 * 1024
/** Bytes of a body that guests send to sign in: they may send it a thousand times. */
export const MAX_AUTH_BYTES = 16 * 1024
/** Bytes of a body that guests send elsewhere, such as a cart: it is read before anybody knows them. */
const MAX_GUEST_BYTES = 64 * 1024
const MAX_DEPTH = 32
const TOO_DEEP = 'Le contenu est trop imbriqué.'

/** Bytes of a body that an operation takes. */
export function mostBytesOf({ maxBytes, roles, guestsBring }: Operation, path: string): number {
  if (maxBytes !== undefined) return maxBytes
  if (path.startsWith('/api/v1/auth/')) return MAX_AUTH_BYTES
  return roles === 'public' || guestsBring !== undefined ? MAX_GUEST_BYTES : MAX_JSON_BYTES
}

export type BodyKind = 'json' | 'form' | undefined

const typeOf = (c: Context) => c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''

/**
 * Refuses a body by its headers alone, before anything else about the request is decided: too large (413), or not of
 * the type that the operation takes (415).
 */
export function refuseByHead(c: Context, kind: BodyKind, maxBytes: number): void {
  const declared = c.req.header('content-length')
  if (Number(declared ?? 0) > maxBytes) refuseLarge(maxBytes)
  const isEmpty = c.req.raw.body === null || Number(declared) === 0
  if (kind === 'form' || (!isEmpty && typeOf(c) !== '')) requireType(c, kind)
}

function requireType(c: Context, kind: BodyKind): void {
  if (kind === 'form' && typeOf(c) !== 'multipart/form-data')
    fail('UNSUPPORTED_MEDIA_TYPE', { message: 'Envoyez un formulaire multipart/form-data.' })
  if (kind !== 'form' && !/^application\/([a-z.+-]+\+)?json$/.test(typeOf(c)))
    fail('UNSUPPORTED_MEDIA_TYPE', { message: 'Envoyez du JSON (application/json).' })
}

/**
 * Reads a body of JSON once and keeps it in memory for the validators; an empty body is good for every type.
 * @throws 413 and 415, if the headers did not show them
 */
export async function readBody(c: Context, kind: BodyKind, maxBytes: number): Promise<void> {
  const bytes = await readAtMost(c.req.raw, maxBytes)
  if (bytes.byteLength === 0) {
    keep(c, 'text', Promise.resolve('{}'))
    return
  }
  requireType(c, kind)
  const text = new Promise<string>((resolve) => resolve(decodeBytes(bytes)))
  // An invalid text is refused when a validator reads it: a caller without the right to ask hears that first.
  text.catch(() => undefined)
  keep(c, 'text', text)
}

/** Reads a form as it arrives, and keeps its fields where the validators read them. */
export async function readFormBody(c: Context, maxBytes: number, shelf: Shelf): Promise<void> {
  const hasKey = c.req.header('idempotency-key') !== undefined
  const request = { body: c.req.raw.body, type: c.req.header('content-type') ?? '', maxBytes, hasKey }
  keep(c, 'formData', Promise.resolve(await readForm(request, shelf)))
}

/** Hono reads a body from this cache before it looks at the request. The cache holds promises, whatever its type says. */
const keep = (c: Context, key: 'text' | 'formData', body: Promise<unknown>) =>
  Object.assign(c.req.bodyCache, { [key]: body })

/** The bytes of a body; 413 as soon as there are too many. */
export async function readAtMost(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > maxBytes) refuseLarge(maxBytes)
  if (!request.body) return new Uint8Array()
  if (declared !== null) return new Uint8Array(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > maxBytes) refuseLarge(maxBytes)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return fail('VALIDATION_ERROR', { message: "Le texte envoyé n'est pas de l'UTF-8 valide." })
  }
}

/** Parses JSON text; 400 if it is not JSON, names a field twice, is too deep or has too many fields. */
export const parseJson = (text: string): unknown =>
  readJson(text, (fault) => {
    if (fault.kind === 'broken') fail('VALIDATION_ERROR', { message: "Le JSON envoyé n'est pas valide." })
    if (fault.kind === 'deep') fail('VALIDATION_ERROR', { message: TOO_DEEP })
    if (fault.kind === 'many') fail('VALIDATION_ERROR', { message: 'Le contenu a trop de champs.' })
    const name = excerpt(fault.name)
    return invalid(name, `Vous avez donné deux fois ${labelOf(name)}.`)
  })

/** Whether the JSON body has a field; a body that is no JSON has none. */
export async function brings(c: Context, field: string): Promise<boolean> {
  const text = await c.req.text().catch(() => '')
  try {
    const body = parseJson(text)
    return typeof body === 'object' && body !== null && Object.hasOwn(body, field)
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

export const isBroken = (text: string) => text.includes('\0') || !text.isWellFormed()

/**
 * Refuses text that cannot be stored and shown as it came (NUL bytes, lone surrogates), and what no honest client
 * sends: prototype keys, great depth.
 */
export function refuseBrokenText(value: unknown, field: string, depth: number): void {
  const refuse = (message: string) =>
    fail('VALIDATION_ERROR', { message, details: [{ field: excerpt(field, 200), message }] })
  if (typeof value === 'string') {
    if (isBroken(value)) refuse('Ce texte contient des caractères interdits.')
  } else if (typeof value === 'object' && value !== null && !isUpload(value)) {
    if (depth >= MAX_DEPTH) refuse(TOO_DEEP)
    for (const [key, inner] of Object.entries(value)) {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') refuse(`Champ inconnu : ${key}.`)
      refuseBrokenText(key, field, depth + 1)
      refuseBrokenText(inner, field ? `${field}.${key}` : key, depth + 1)
    }
  }
}
