import { Hono } from 'hono'
import * as z from 'zod'
import { findMedia } from '../../domain/core/files/find.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx } from '../../http/reply.ts'
import { idIn } from '../../kernel/fields.ts'

export const media = new Hono<AppEnv>().get(
  '/:key',
  op({
    summary: 'Une image',
    roles: 'public',
    tier: 'public',
    param: z.strictObject({ key: idIn }),
    ok: { raw: 'image/*' },
    hasETag: true,
  }),
  async (c) => {
    const { body, contentType, etag } = await findMedia(ctx(c), c.req.valid('param').key)
    c.header('ETag', etag)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Content-Security-Policy', "default-src 'none'; sandbox")
    if (c.req.header('if-none-match') === etag) {
      await body.cancel()
      return c.body(null, 304)
    }
    return c.body(body, 200, { 'Content-Type': contentType })
  },
)
