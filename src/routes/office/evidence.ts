import { AttachmentView } from '#domain/core/files/view.ts'
import { AddIncidentEvidence, addIncidentEvidence } from '#domain/office/incidents/add-evidence.ts'
import { AddTicketEvidence, addTicketEvidence } from '#domain/office/support/add-evidence.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { PHOTO } from '#kernel/document.ts'
import { IdParam } from '#kernel/fields.ts'

/** One file, and what a form puts around it. */
const MAX_FORM_BYTES = PHOTO.maxBytes + 64 * 1024

const upload = {
  roles: 'signedIn',
  param: IdParam,
  maxBytes: MAX_FORM_BYTES,
  status: 201,
  ok: AttachmentView,
} as const

export const incidentEvidence = newRouter().post(
  '/:id/attachments',
  op({
    ...upload,
    id: 'addIncidentEvidence',
    summary: 'Joindre une preuve',
    doc: 'Une photo ou un PDF de 5 Mo pour son prochain mot (answerIncident) : dix par personne. Inutilisé : effacé après un jour.',
    reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'CONFLICT'],
    form: AddIncidentEvidence,
  }),
  async (c) => c.json(ok(await addIncidentEvidence(ctx(c), c.req.valid('param').id, c.req.valid('form'))), 201),
)

export const ticketEvidence = newRouter().post(
  '/:id/attachments',
  op({
    ...upload,
    id: 'addTicketEvidence',
    summary: 'Joindre un fichier',
    doc: 'Une photo ou un PDF de 5 Mo pour son prochain message (writeToTicket) : dix par personne. Inutilisé : effacé après un jour.',
    reasons: ['INVALID_TRANSITION', 'CONFLICT'],
    form: AddTicketEvidence,
  }),
  async (c) => c.json(ok(await addTicketEvidence(ctx(c), c.req.valid('param').id, c.req.valid('form'))), 201),
)
