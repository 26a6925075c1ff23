import { Hono } from 'hono'
import * as z from 'zod'
import { readStoredDocument } from '../../domain/core/files/documents.ts'
import { getMedia } from '../../domain/core/files/get-media.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx } from '../../http/reply.ts'
import { idIn } from '../../kernel/fields.ts'

/** What the address of a private file carries; a public picture has none of it. */
const SignedAddress = z.strictObject({
  reader: z.string().max(64),
  expires: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  signature: z.string().max(64),
})

export const media = new Hono<AppEnv>().get(
  '/:key',
  op({
    id: 'showMedia',
    summary: 'Une image',
    doc: `Le fichier d'une image, sans enveloppe JSON : c'est l'adresse que donnent les champs url des images et
      avatarUrl. Le contenu d'une adresse ne change jamais : gardez-le en cache sans limite (If-None-Match répond
      304). Un fichier privé se lit pareil, à une adresse signée qui vaut dix minutes (ensuite 410), et ne se garde
      pas.`,
    reasons: ['GONE'],
    roles: 'public',
    cache: 'forever',
    param: z.strictObject({ key: idIn }),
    query: SignedAddress.partial(),
    ok: { raw: 'image/*' },
  }),
  async (c) => {
    const { key } = c.req.valid('param')
    const { reader, expires, signature } = c.req.valid('query')
    const signed = reader && expires !== undefined && signature ? { reader, expires, signature } : undefined
    const { body, contentType, etag } = signed
      ? await readStoredDocument(ctx(c), key, signed)
      : await getMedia(ctx(c), key)
    c.header('Content-Security-Policy', "default-src 'none'; sandbox")
    if (signed) {
      c.header('Cache-Control', 'no-store')
      return c.body(body, 200, { 'Content-Type': contentType })
    }
    c.header('ETag', etag)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    if (c.req.header('if-none-match') === etag) {
      await body.cancel()
      return c.body(null, 304)
    }
    return c.body(body, 200, { 'Content-Type': contentType })
  },
)
