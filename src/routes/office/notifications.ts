import * as z from 'zod'
import { Broadcast, BroadcastView, broadcast } from '#domain/office/notifications/broadcast.ts'
import { deleteNotification } from '#domain/office/notifications/delete.ts'
import { ListNotifications, listNotifications, NotificationList } from '#domain/office/notifications/list.ts'
import {
  PreferencesView,
  SetPreferences,
  setPreferences,
  showPreferences,
} from '#domain/office/notifications/preferences.ts'
import { readNotification } from '#domain/office/notifications/read.ts'
import { readAllNotifications } from '#domain/office/notifications/read-all.ts'
import { NotificationView } from '#domain/office/notifications/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

export const notifications = newRouter()
  .get(
    '/',
    op({
      id: 'listNotifications',
      summary: 'Mes notifications',
      doc: `Tout ce dont la personne a été avertie, du plus récent au plus ancien ; unread=true garde le non lu, type une
        sorte d'avis. unreadCount compte tout le non lu, quels que soient les filtres.`,
      reasons: [],
      roles: 'signedIn',
      query: ListNotifications,
      ok: NotificationList,
    }),
    async (c) => c.json(ok(await listNotifications(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/preferences',
    op({
      id: 'showPreferences',
      summary: 'Mes préférences de notification',
      doc: `Par groupe (orders, payments, messages, marketing) et par moyen. La sécurité du compte n'a pas de groupe :
        elle arrive toujours. « push » va aux appareils de registerDevice. « sms » est false au départ, mais deux SMS partent tant que orders.sms n'a pas été mis à false
        par setPreferences : la commande payée (au vendeur), le colis en route (à l'acheteur), si aucun appareil n'a pris la notification. Les autres
        « sms » ne changent rien.`,
      reasons: [],
      roles: 'signedIn',
      ok: PreferencesView,
    }),
    async (c) => c.json(ok(await showPreferences(ctx(c)))),
  )
  .put(
    '/preferences',
    op({
      id: 'setPreferences',
      summary: 'Choisir mes notifications',
      doc: `Change ce qui est envoyé, le reste demeure. locale est la langue du compte. Un SMS ne part que pour la commande
        payée (au vendeur) et le colis en route (à l'acheteur), tant que orders.sms n'a pas été mis à false.`,
      reasons: [],
      roles: 'signedIn',
      json: SetPreferences,
      ok: PreferencesView,
    }),
    async (c) => c.json(ok(await setPreferences(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/',
    op({
      id: 'broadcast',
      summary: 'Annoncer à plusieurs',
      doc: `Écrit dans l'application à toutes les personnes d'un rôle, ou à celles de userIds, quelles que soient leurs
        préférences, sans e-mail ni SMS. recipients compte les comptes ouverts ; l'envoi suit, par étapes. 20 par jour et par personne.`,
      reasons: [],
      roles: STAFF,
      json: Broadcast,
      status: 201,
      ok: BroadcastView,
    }),
    async (c) => c.json(ok(await broadcast(ctx(c), c.req.valid('json'))), 201),
  )
  .post(
    '/read-all',
    op({
      id: 'readAllNotifications',
      summary: 'Tout marquer comme lu',
      doc: "Marque comme lu tout ce qui est arrivé jusque-là ; updated dit combien ne l'était pas.",
      reasons: [],
      roles: 'signedIn',
      ok: z.object({ updated: z.int() }),
    }),
    async (c) => c.json(ok(await readAllNotifications(ctx(c)))),
  )
  .post(
    '/:id/read',
    op({
      id: 'readNotification',
      summary: 'Marquer comme lue',
      doc: 'Marque une notification comme lue ; déjà lue, elle reste comme elle est.',
      reasons: [],
      roles: 'signedIn',
      param: IdParam,
      ok: NotificationView,
    }),
    async (c) => c.json(ok(await readNotification(ctx(c), c.req.valid('param').id))),
  )
  .delete(
    '/:id',
    op({
      id: 'deleteNotification',
      summary: 'Supprimer une notification',
      doc: 'Retire une notification, lue ou non, pour de bon.',
      reasons: [],
      roles: 'signedIn',
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await deleteNotification(ctx(c), c.req.valid('param').id))),
  )
