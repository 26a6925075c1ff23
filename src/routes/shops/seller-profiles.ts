import { Hono } from 'hono'
import { CreateProfile, createProfile } from '../../domain/shops/profiles/create.ts'
import { findMyProfile } from '../../domain/shops/profiles/find-mine.ts'
import { SellerProfileView, viewSellerProfile } from '../../domain/shops/profiles/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const sellerProfiles = new Hono<AppEnv>()
  .post(
    '/',
    op({
      summary: 'Devenir vendeur',
      roles: 'signedIn',
      tier: 'authenticated',
      json: CreateProfile,
      status: 201,
      ok: SellerProfileView,
    }),
    async (c) => c.json(ok(viewSellerProfile(await createProfile(ctx(c), c.req.valid('json')))), 201),
  )
  .get(
    '/me',
    op({
      summary: 'Mon profil vendeur',
      roles: ['SELLER'],
      tier: 'authenticated',
      ok: SellerProfileView,
    }),
    async (c) => c.json(ok(viewSellerProfile(await findMyProfile(ctx(c))))),
  )
