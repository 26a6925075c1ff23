import * as z from 'zod'
import { AttachmentView } from '#domain/core/files/view.ts'
import { AddAttachment, addAttachment } from '#domain/orders/messages/add-attachment.ts'
import { ConversationList, ListConversations, listConversations } from '#domain/orders/messages/inbox.ts'
import { ListMessages, listMessages, MessageList } from '#domain/orders/messages/list.ts'
import { MarkRead, markRead } from '#domain/orders/messages/mark-read.ts'
import { requireStillTalking, SendMessage, sendMessage } from '#domain/orders/messages/send.ts'
import { MessageView } from '#domain/orders/messages/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { PHOTO } from '#kernel/document.ts'
import { IdParam } from '#kernel/fields.ts'

/** One picture, and what a form puts around it. */
const MAX_FORM_BYTES = PHOTO.maxBytes + 64 * 1024

const talking = { roles: 'signedIn', param: IdParam } as const

export const messages = newRouter()
  .get(
    '/messages',
    op({
      id: 'listConversations',
      summary: 'Mes conversations',
      doc: `Une ligne par commande et par canal où l'on a écrit, la plus récente d'abord : le dernier message, et
        unreadCount, ce que les autres ont écrit et qui n'est pas marqué lu. Un livreur qui a rendu la course ne l'y voit plus.`,
      reasons: [],
      roles: 'signedIn',
      query: ListConversations,
      ok: ConversationList,
    }),
    async (c) => c.json(ok(await listConversations(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id/messages',
    op({
      ...talking,
      id: 'listMessages',
      summary: "Messages d'une commande",
      doc: `Les messages d'un canal : BUYER_SELLER (acheteur et vendeur) ou BUYER_RIDER (acheteur et livreur) ; sans channel, le sien
        (le livreur : BUYER_RIDER). before : ceux d'avant ce message, sans répétition quand il en arrive.
        L'autre canal répond 403 ; une commande qui n'est pas, ou plus, la sienne 404. Un livreur lit ce qui lui est
        écrit, pas ce qui l'a été au précédent. La lecture par l'équipe est consignée. Le texte est brut : ne l'affichez
        jamais comme du HTML.`,
      reasons: ['FORBIDDEN'],
      query: ListMessages,
      ok: MessageList,
    }),
    async (c) => c.json(ok(await listMessages(ctx(c), c.req.valid('param').id, c.req.valid('query')))),
  )
  .post(
    '/:id/messages',
    op({
      ...talking,
      id: 'sendMessage',
      summary: 'Écrire un message',
      doc: `Écrit à l'autre personne du canal, jusqu'à sept jours après la fin de la commande. clientMessageId est choisi par
        l'application (un UUID) : renvoyé pour la même commande, il répond le premier message, quel que soit le nouveau
        contenu. attachments : les id de addAttachment, cinq au plus, chacun une fois. BUYER_RIDER sans livreur : 409.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'IN_USE'],
      json: SendMessage,
      refusesReplay: (ctx, kept) => {
        const { orderId, channel } = MessageView.pick({ orderId: true, channel: true }).parse(kept)
        return requireStillTalking(ctx, orderId, channel)
      },
      status: 201,
      ok: MessageView,
    }),
    async (c) => c.json(ok(await sendMessage(ctx(c), c.req.valid('param').id, c.req.valid('json'))), 201),
  )
  .post(
    '/:id/messages/attachments',
    op({
      ...talking,
      id: 'addAttachment',
      summary: 'Joindre une photo',
      doc: `Une photo (JPEG, PNG ou WebP, 5 Mo au plus, sans ses métadonnées) pour un prochain message de cette commande ;
        inutilisée, elle est effacée après un jour.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'CONFLICT'],
      form: AddAttachment,
      maxBytes: MAX_FORM_BYTES,
      status: 201,
      ok: AttachmentView,
    }),
    async (c) => c.json(ok(await addAttachment(ctx(c), c.req.valid('param').id, c.req.valid('form'))), 201),
  )
  .post(
    '/:id/messages/read',
    op({
      ...talking,
      id: 'markMessagesRead',
      summary: 'Marquer comme lu',
      doc: `Marque lus les messages des autres dans le canal de celui-là, lui compris ; read dit combien ne l'étaient pas.`,
      reasons: ['FORBIDDEN'],
      json: MarkRead,
      ok: z.object({ read: z.int() }),
    }),
    async (c) => c.json(ok(await markRead(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
