import type { Context } from 'hono'
import { fail, invalid } from '../kernel/failure.ts'
import { excerpt } from '../kernel/text.ts'
import { labelOf } from './field-labels.ts'

export const MAX_JSON_BYTES = 1024 * 1024
/** Of what guests send to sign in: they may send it a thousand times. */
export const MAX_AUTH_BYTES = 16 * 1024
const MAX_DEPTH = 32
/** Names of fields in one body: many times what the largest order or form of prices has. */
const MAX_NAMES = 5000

/**
 * Reads the body of a request once, before anything else is decided about it: 413 when it is too large, 415 when it is
 * not of the type the operation takes; nothing at all is of every type, but for a form. What the validators read
 * afterwards is already in memory.
 */
export async function readBody(c: Context, kind: 'json' | 'form' | undefined, maxBytes: number): Promise<void> {
  const bytes = await readAtMost(c.req.raw, maxBytes)
  if (kind !== 'form' && bytes.byteLength === 0) {
    keep(c, 'text', Promise.resolve('{}'))
    return
  }
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (kind !== 'form') {
    if (!/^application\/([a-z.+-]+\+)?json$/.test(type))
      fail('UNSUPPORTED_MEDIA_TYPE', { message: 'Envoyez du JSON (application/json).' })
    const text = new Promise<string>((resolve) => resolve(decodeBytes(bytes)))
    // Refused when it is read: who may not ask at all hears that first.
    text.catch(() => undefined)
    keep(c, 'text', text)
  } else {
    if (type !== 'multipart/form-data') {
      fail('UNSUPPORTED_MEDIA_TYPE', { message: 'Envoyez un formulaire multipart/form-data.' })
    }
    const headers = { 'content-type': c.req.header('content-type') ?? '' }
    const unreadable = () => fail('VALIDATION_ERROR', { message: 'Le formulaire est illisible.' })
    const form = new Response(bytes, { headers }).formData().catch(unreadable)
    // Nobody may be waiting for it when an earlier check refuses the request.
    form.catch(() => undefined)
    keep(c, 'formData', form)
  }
}

/** Hono reads a body from here before it looks at the request; it keeps promises, whatever its type says. */
const keep = (c: Context, key: 'text' | 'formData', body: Promise<unknown>) =>
  Object.assign(c.req.bodyCache, { [key]: body })

/** The bytes of a body; 413 as soon as there are too many. */
export async function readAtMost(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => fail('PAYLOAD_TOO_LARGE', { message: `Le contenu dépasse ${sizeInWords(maxBytes)}.` })
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > maxBytes) tooLarge()
  if (!request.body) return new Uint8Array()
  // Read in one piece where its length is known: a form of pictures must not lie in memory twice.
  if (declared !== null) return new Uint8Array(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > maxBytes) tooLarge()
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

/** A form's own bytes around its file are nothing that people know of. */
const sizeInWords = (bytes: number) =>
  bytes < MAX_JSON_BYTES ? `${Math.floor(bytes / 1024)} Ko` : `${Math.floor(bytes / MAX_JSON_BYTES)} Mo`

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return fail('VALIDATION_ERROR', { message: "Le texte envoyé n'est pas de l'UTF-8 valide." })
  }
}

/** Parses JSON text; 400 where it is not JSON, or names a field twice. */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    fail('VALIDATION_ERROR', { message: "Le JSON envoyé n'est pas valide." })
  }
  const twice = repeatedKey(text)
  if (twice !== undefined) invalid(excerpt(twice), `Vous avez donné deux fois ${labelOf(excerpt(twice))}.`)
  return value
}

/** A name that one object of this valid JSON text has twice: programs disagree on which of the two counts. 400 past 5,000 names. */
function repeatedKey(text: string): string | undefined {
  const open: Set<string>[] = []
  let names = 0
  for (const [token, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (colon) {
      if (++names > MAX_NAMES) fail('VALIDATION_ERROR', { message: 'Le contenu a trop de champs.' })
      const name = JSON.parse(token.slice(0, -colon.length)) as string
      if (open.at(-1)?.has(name)) return name
      open.at(-1)?.add(name)
    }
  }
  return undefined
}

export const isBroken = (text: string) => text.includes('\0') || !text.isWellFormed()

/**
 * NUL bytes and lone surrogates cannot be stored and shown as they came, and no honest client sends prototype keys or
 * great depth: refused wherever they are.
 */
export function refuseBrokenText(value: unknown, field: string, depth: number): void {
  const refuse = (message: string) =>
    fail('VALIDATION_ERROR', { message, details: [{ field: excerpt(field, 200), message }] })
  if (typeof value === 'string') {
    if (isBroken(value)) refuse('Ce texte contient des caractères interdits.')
  } else if (typeof value === 'object' && value !== null && !(value instanceof Blob)) {
    if (depth > MAX_DEPTH) refuse('Le contenu est trop imbriqué.')
    for (const [key, inner] of Object.entries(value)) {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') refuse(`Champ inconnu : ${key}.`)
      refuseBrokenText(key, field, depth + 1)
      refuseBrokenText(inner, field ? `${field}.${key}` : key, depth + 1)
    }
  }
}
