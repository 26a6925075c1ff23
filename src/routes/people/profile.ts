import { Hono } from 'hono'
import * as z from 'zod'
import { AddAddress, addAddress } from '../../domain/people/addresses/add.ts'
import { EditAddress, editAddress } from '../../domain/people/addresses/edit.ts'
import { listAddresses } from '../../domain/people/addresses/list.ts'
import { removeAddress } from '../../domain/people/addresses/remove.ts'
import { AddressListView, AddressView } from '../../domain/people/addresses/view.ts'
import { removeAvatar, SetAvatar, setAvatar } from '../../domain/people/profile/avatar.ts'
import { findProfile } from '../../domain/people/profile/find.ts'
import { removePhone } from '../../domain/people/profile/remove-phone.ts'
import { EmailRequestView, RequestEmail, requestEmail } from '../../domain/people/profile/request-email.ts'
import {
  cancelErasure,
  KeptAccountView,
  ScheduledErasureView,
  ScheduleErasure,
  scheduleErasure,
} from '../../domain/people/profile/schedule-erasure.ts'
import { UpdateProfile, updateProfile } from '../../domain/people/profile/update.ts'
import { VerifyNewEmail, verifyNewEmail } from '../../domain/people/profile/verify-new-email.ts'
import { UserView } from '../../domain/people/users/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'

const roles = 'signedIn'
const tier = 'authenticated'
/** One picture of 5 MiB, and what a form puts around it. */
const MAX_FORM_BYTES = 5 * 1024 * 1024 + 64 * 1024

/** /users/me */
export const profile = new Hono<AppEnv>()
  .get('/', op({ summary: 'Mon profil', roles, tier, ok: UserView }), async (c) =>
    c.json(ok(await findProfile(ctx(c)))),
  )
  .put('/', op({ summary: 'Modifier mon profil', roles, tier, json: UpdateProfile, ok: UserView }), async (c) =>
    c.json(ok(await updateProfile(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/avatar',
    op({ summary: 'Choisir ma photo', roles, tier, form: SetAvatar, maxBytes: MAX_FORM_BYTES, ok: UserView }),
    async (c) => c.json(ok(await setAvatar(ctx(c), c.req.valid('form')))),
  )
  .delete('/avatar', op({ summary: 'Retirer ma photo', roles, tier, ok: UserView }), async (c) =>
    c.json(ok(await removeAvatar(ctx(c)))),
  )
  .delete('/phone', op({ summary: 'Retirer mon numéro', roles, tier, ok: UserView }), async (c) =>
    c.json(ok(await removePhone(ctx(c)))),
  )
  .post(
    '/email/request',
    op({
      summary: 'Demander un code pour changer d’adresse e-mail',
      roles,
      tier: 'credential',
      json: RequestEmail,
      ok: EmailRequestView,
    }),
    async (c) => c.json(ok(await requestEmail(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/email/verify',
    op({
      summary: 'Confirmer ma nouvelle adresse e-mail',
      roles,
      tier: 'credential',
      json: VerifyNewEmail,
      ok: UserView,
    }),
    async (c) => c.json(ok(await verifyNewEmail(ctx(c), c.req.valid('json')))),
  )
  .get('/addresses', op({ summary: 'Mes adresses', roles, tier, ok: AddressListView }), async (c) =>
    c.json(ok(await listAddresses(ctx(c)))),
  )
  .post(
    '/addresses',
    op({ summary: 'Ajouter une adresse', roles, tier, json: AddAddress, status: 201, ok: AddressView }),
    async (c) => c.json(ok(await addAddress(ctx(c), c.req.valid('json'))), 201),
  )
  .put(
    '/addresses/:id',
    op({ summary: 'Modifier une adresse', roles, tier, param: IdParam, json: EditAddress, ok: AddressView }),
    async (c) => c.json(ok(await editAddress(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/addresses/:id',
    op({
      summary: 'Supprimer une adresse',
      roles,
      tier,
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await removeAddress(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/delete',
    op({
      summary: 'Demander la suppression de mon compte',
      roles,
      tier: 'credential',
      json: ScheduleErasure,
      ok: ScheduledErasureView,
    }),
    async (c) => c.json(ok(await scheduleErasure(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/delete/cancel',
    op({ summary: 'Annuler la suppression de mon compte', roles, tier, ok: KeptAccountView }),
    async (c) => c.json(ok(await cancelErasure(ctx(c)))),
  )
