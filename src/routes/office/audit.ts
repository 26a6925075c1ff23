import { ListAudit, listAudit } from '#domain/office/audit/list.ts'
import { AuditEntryView } from '#domain/office/audit/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { listOf } from '#kernel/fields.ts'

export const audit = newRouter().get(
  '/',
  op({
    id: 'listAudit',
    summary: 'Registre des actes',
    doc: `Ce que l'équipe a fait ou lu de privé, et ce qui touche à l'argent, du plus récent au plus ancien : qui
      (actorId), quoi (action, en entier), sur quoi (targetId,
      l'identifiant du chemin). Les montants de details : amount et currency. Filtré, total plafonne à 1000.`,
    reasons: [],
    roles: ['ADMIN'],
    query: ListAudit,
    ok: listOf('entries', AuditEntryView),
  }),
  async (c) => c.json(ok(await listAudit(ctx(c), c.req.valid('query')))),
)
