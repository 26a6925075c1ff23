import * as z from 'zod'
import { EditKyc, editKyc } from '#domain/shops/kyc/edit.ts'
import { AddKycDocument, addKycDocument, removeKycDocument } from '#domain/shops/kyc/papers.ts'
import { readKycDocument } from '#domain/shops/kyc/read-paper.ts'
import { showMyKyc } from '#domain/shops/kyc/show.ts'
import { submitKyc } from '#domain/shops/kyc/submit.ts'
import { KycView } from '#domain/shops/kyc/view.ts'
import { op } from '#http/op.ts'
import { sendPrivate } from '#http/private-file.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { PAPER_TYPES } from '#kernel/document.ts'
import { IdParam } from '#kernel/fields.ts'

/** One paper of 8 MiB, and what a form puts around it. */
const MAX_FORM_BYTES = 8 * 1024 * 1024 + 64 * 1024

const own = { roles: ['SELLER'], ok: KycView } as const

export const kyc = newRouter()
  .get(
    '/',
    op({
      ...own,
      id: 'showMyKyc',
      summary: "Mon dossier d'identité",
      doc: `Le dossier du vendeur connecté : où il en est, ce qu'il faut encore fournir (requirements), et le motif si
        l'équipe l'a renvoyé. NOT_STARTED, sans id, avant le premier envoi. Le numéro de la pièce est masqué.`,
      reasons: [],
    }),
    async (c) => c.json(ok(await showMyKyc(ctx(c)))),
  )
  .put(
    '/',
    op({
      ...own,
      id: 'editKyc',
      summary: "Remplir mon dossier d'identité",
      doc: `Change ce qui est envoyé, et ouvre le dossier (DRAFT) la première fois ; un dossier renvoyé par l'équipe
        garde son état jusqu'à submitKyc. Verrouillé pendant l'examen et une fois approuvé.`,
      reasons: ['INVALID_TRANSITION'],
      json: EditKyc,
    }),
    async (c) => c.json(ok(await editKyc(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/documents',
    op({
      ...own,
      id: 'addKycDocument',
      summary: 'Ajouter un document',
      doc: `Ajoute une pièce (JPEG, PNG ou PDF, reconnue à son contenu, 8 Mo au plus) à la place de celle du même kind,
        et répond le dossier. Les métadonnées d'une photo sont retirées.`,
      reasons: ['INVALID_TRANSITION', 'CONFLICT'],
      form: AddKycDocument,
      maxBytes: MAX_FORM_BYTES,
      status: 201,
    }),
    async (c) => c.json(ok(await addKycDocument(ctx(c), c.req.valid('form'))), 201),
  )
  .get(
    '/documents/:id',
    op({
      id: 'readKycDocument',
      summary: 'Relire un document',
      doc: "Une pièce de son propre dossier, telle qu'elle est gardée, sans enveloppe JSON. Aucun cache ne la garde.",
      reasons: [],
      roles: ['SELLER'],
      param: IdParam,
      ok: { raw: PAPER_TYPES },
    }),
    async (c) => sendPrivate(c, await readKycDocument(ctx(c), c.req.valid('param').id)),
  )
  .delete(
    '/documents/:id',
    op({
      id: 'removeKycDocument',
      summary: 'Retirer un document',
      doc: "Retire une pièce du dossier et efface son fichier. Verrouillé pendant l'examen et une fois approuvé.",
      reasons: ['INVALID_TRANSITION'],
      roles: ['SELLER'],
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await removeKycDocument(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/submit',
    op({
      ...own,
      id: 'submitKyc',
      summary: "Envoyer mon dossier d'identité",
      doc: `Envoie le dossier à l'équipe (SUBMITTED) et le verrouille. S'il manque quelque chose : 409, avec dans
        details chaque exigence qui manque, par sa key.`,
      reasons: ['INVALID_TRANSITION'],
    }),
    async (c) => c.json(ok(await submitKyc(ctx(c)))),
  )
