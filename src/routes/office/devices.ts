import * as z from 'zod'
import { DeviceList, listDevices } from '#domain/office/notifications/list-devices.ts'
import { RegisterDevice, registerDevice } from '#domain/office/notifications/register-device.ts'
import { removeDevice } from '#domain/office/notifications/remove-device.ts'
import { DeviceView } from '#domain/office/notifications/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

export const devices = newRouter()
  .post(
    '/',
    op({
      id: 'registerDevice',
      summary: 'Recevoir des notifications sur cet appareil',
      doc: `Un navigateur donne kind WEB_PUSH, endpoint et keys de son abonnement, pris avec la clé
        vapidPublicKey de showConfig ; une application donne kind FCM et son token. L'appareil appartient à la session
        qui l'enregistre et s'éteint avec elle : réenregistrez-le après chaque connexion. Le même endpoint ou token est
        renouvelé ; d'une autre personne, il passe à celle-ci. Dix appareils : au-delà, le plus ancien part. Une
        notification porte kind, title et des identifiants à ouvrir, sans nom, montant ni code.`,
      reasons: [],
      roles: 'signedIn',
      json: RegisterDevice,
      status: 201,
      ok: DeviceView,
    }),
    async (c) => c.json(ok(await registerDevice(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/',
    op({
      id: 'listDevices',
      summary: 'Mes appareils à notifier',
      doc: 'Les appareils dont la session est ouverte, du plus récent au plus ancien ; current est celui de cette session.',
      reasons: [],
      roles: 'signedIn',
      ok: DeviceList,
    }),
    async (c) => c.json(ok(await listDevices(ctx(c)))),
  )
  .delete(
    '/:id',
    op({
      id: 'removeDevice',
      summary: 'Ne plus notifier un appareil',
      doc: 'Retire un appareil : ce qui attendait de lui être envoyé ne part plus. Dans un navigateur, désabonnez aussi la page.',
      reasons: [],
      roles: 'signedIn',
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await removeDevice(ctx(c), c.req.valid('param').id))),
  )
