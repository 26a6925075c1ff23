import { Hono } from 'hono'
import { removeAvatar, SetAvatar, setAvatar } from '../../domain/people/profile/avatar.ts'
import { findProfile } from '../../domain/people/profile/find.ts'
import { removePhone } from '../../domain/people/profile/remove-phone.ts'
import { UpdateProfile, updateProfile } from '../../domain/people/profile/update.ts'
import { UserView } from '../../domain/people/users/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

/** One picture of 5 MiB, and what a form puts around it. */
const MAX_FORM_BYTES = 5 * 1024 * 1024 + 64 * 1024

const own = { roles: 'signedIn', ok: UserView } as const

export const profile = new Hono<AppEnv>()
  .get(
    '/',
    op({
      ...own,
      summary: 'Mon profil',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(await findProfile(ctx(c)))),
  )
  .put(
    '/',
    op({
      ...own,
      summary: 'Modifier mon profil',
      tier: 'authenticated',
      json: UpdateProfile,
    }),
    async (c) => c.json(ok(await updateProfile(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/avatar',
    op({
      ...own,
      summary: 'Choisir ma photo',
      tier: 'authenticated',
      form: SetAvatar,
      maxBytes: MAX_FORM_BYTES,
    }),
    async (c) => c.json(ok(await setAvatar(ctx(c), c.req.valid('form')))),
  )
  .delete(
    '/avatar',
    op({
      ...own,
      summary: 'Retirer ma photo',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(await removeAvatar(ctx(c)))),
  )
  .delete(
    '/phone',
    op({
      ...own,
      summary: 'Retirer mon numéro',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(await removePhone(ctx(c)))),
  )
