import * as z from 'zod'
import { getMedia } from '#domain/core/files/get-media.ts'
import { getSizedMedia, MediaWidth } from '#domain/core/files/sized-media.ts'
import { readPrivateFile } from '#domain/people/copy/read.ts'
import { PICTURES_AT_THE_EDGE, tagsIn } from '#http/cache.ts'
import { op } from '#http/op.ts'
import { FILE_POLICY, sendPrivate } from '#http/private-file.ts'
import { countGuest } from '#http/rate-limit.ts'
import { ctx } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { invalid } from '#kernel/failure.ts'
import { idIn } from '#kernel/fields.ts'

/** Query of the address of a private file; a public picture has none of it. */
const SignedAddress = z.strictObject({
  reader: z.string().max(64),
  expires: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  signature: z.string().max(64),
})

/** A phone keeps what it has seen for a day. */
const KEPT = 'public, max-age=86400'

export const media = newRouter().get(
  '/:key',
  op({
    id: 'showMedia',
    summary: 'Une image',
    doc: `Le fichier d'une image, sans enveloppe JSON : c'est l'adresse que donnent les champs url des images et
      avatarUrl. Ajoutez w=160, 480 ou 1080 pour la recevoir en WebP de cette largeur (jamais agrandie) : 160 pour une
      liste ; w=600 la donne en JPEG, pour l'aperçu d'un lien. Le contenu d'une adresse ne change jamais (If-None-Match répond 304), mais elle répond 404 une fois le produit
      retiré, la boutique suspendue ou le compte bloqué. Un
      fichier privé se lit pareil, sans w, à une adresse signée qui vaut dix minutes (ensuite 410 ; une copie de données, sept jours), ne se garde pas, et
      compte dans la limite « public ».`,
    reasons: ['GONE', 'TOO_MANY_REQUESTS'],
    roles: 'public',
    cache: 'forever',
    param: z.strictObject({ key: idIn }),
    query: SignedAddress.partial().extend({ w: MediaWidth.optional() }),
    ok: { raw: ['image/*', 'application/pdf', 'application/zip'] },
  }),
  async (c) => {
    const { key } = c.req.valid('param')
    const { reader, expires, signature, w } = c.req.valid('query')
    const signed = reader && expires !== undefined && signature ? { reader, expires, signature } : undefined
    if (signed && w) invalid('w', "Un fichier privé n'a qu'une taille.")
    if (signed) {
      await countGuest(c)
      return sendPrivate(c, await readPrivateFile(ctx(c), key, signed))
    }
    const file = w ? await getSizedMedia(ctx(c), key, w) : await getMedia(ctx(c), key)
    const { body, contentType, etag } = file
    c.header('Content-Security-Policy', FILE_POLICY)
    const isStandIn = 'isStandIn' in file && file.isStandIn
    c.header('ETag', etag)
    c.header('Cache-Control', isStandIn ? 'public, max-age=60' : KEPT)
    c.header('Cloudflare-CDN-Cache-Control', isStandIn ? 'public, max-age=60' : PICTURES_AT_THE_EDGE)
    c.header('Cache-Tag', tagsIn(key).join())
    if (c.req.header('if-none-match') === etag) {
      await body.cancel()
      return c.body(null, 304)
    }
    return c.body(body, 200, { 'Content-Type': contentType })
  },
)
