import * as z from 'zod'
import { ApproveKyc, DecideKyc, decideKyc } from '#domain/shops/kyc/decide.ts'
import { ListKyc, listKyc } from '#domain/shops/kyc/list.ts'
import { readKycDocumentByStaff } from '#domain/shops/kyc/read-paper.ts'
import { showKyc } from '#domain/shops/kyc/show.ts'
import { StaffKycList, StaffKycView } from '#domain/shops/kyc/view.ts'
import { op } from '#http/op.ts'
import { sendPrivate } from '#http/private-file.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { PAPER_TYPES } from '#kernel/document.ts'
import { IdParam, idIn } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

const byStaff = { roles: STAFF, param: IdParam, ok: StaffKycView } as const
const decision = { ...byStaff, reasons: ['INVALID_TRANSITION', 'VERSION_MISMATCH'], json: DecideKyc } as const

export const staffKyc = newRouter()
  .get(
    '/',
    op({
      id: 'listKyc',
      summary: "Lister les dossiers d'identité",
      doc: `Les dossiers ouverts, les plus récents d'abord ; « status=SUBMITTED » donne ceux qui attendent une décision.
        Les adresses des documents sont dans showKyc.`,
      reasons: [],
      roles: STAFF,
      query: ListKyc,
      ok: StaffKycList,
    }),
    async (c) => c.json(ok(await listKyc(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      ...byStaff,
      id: 'showKyc',
      summary: "Voir un dossier d'identité",
      doc: "Un dossier, pour l'équipe. Chaque lecture d'un document, ici ou à son adresse signée, est consignée.",
      reasons: [],
    }),
    async (c) => c.json(ok(await showKyc(ctx(c), c.req.valid('param').id))),
  )
  .get(
    '/:id/documents/:documentId',
    op({
      id: 'readKycDocumentByStaff',
      summary: "Lire un document d'un dossier",
      doc: 'Une pièce du dossier, sans enveloppe JSON. Chaque lecture est consignée, et aucun cache ne la garde.',
      reasons: [],
      roles: STAFF,
      param: z.strictObject({ id: idIn, documentId: idIn }),
      ok: { raw: PAPER_TYPES },
    }),
    async (c) => {
      const { id, documentId } = c.req.valid('param')
      return sendPrivate(c, await readKycDocumentByStaff(ctx(c), id, documentId))
    },
  )
  .post(
    '/:id/approve',
    op({
      ...decision,
      id: 'approveKyc',
      summary: "Approuver un dossier d'identité",
      doc: 'Approuve un dossier envoyé : le profil du vendeur dit APPROVED, et le vendeur est prévenu.',
      json: ApproveKyc,
    }),
    async (c) => c.json(ok(await decideKyc(ctx(c), c.req.valid('param').id, 'approve', c.req.valid('json')))),
  )
  .post(
    '/:id/reject',
    op({
      ...decision,
      id: 'rejectKyc',
      summary: "Refuser un dossier d'identité",
      doc: "Refuse un dossier envoyé, avec un motif que le vendeur reçoit. Il peut le corriger et l'envoyer de nouveau.",
    }),
    async (c) => c.json(ok(await decideKyc(ctx(c), c.req.valid('param').id, 'reject', c.req.valid('json')))),
  )
  .post(
    '/:id/request-changes',
    op({
      ...decision,
      id: 'requestKycChanges',
      summary: "Faire corriger un dossier d'identité",
      doc: "Renvoie un dossier envoyé à son vendeur, avec ce qu'il doit corriger.",
    }),
    async (c) => c.json(ok(await decideKyc(ctx(c), c.req.valid('param').id, 'requestChanges', c.req.valid('json')))),
  )
  .post(
    '/:id/revoke',
    op({
      ...decision,
      id: 'revokeKyc',
      summary: 'Révoquer une vérification',
      doc: "Retire son approbation à un dossier, avec un motif que le vendeur reçoit. Réservé à l'administration.",
      roles: ['ADMIN'],
    }),
    async (c) => c.json(ok(await decideKyc(ctx(c), c.req.valid('param').id, 'revoke', c.req.valid('json')))),
  )
