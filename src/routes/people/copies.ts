import { requestCopy } from '#domain/people/copy/request.ts'
import { showCopy } from '#domain/people/copy/show.ts'
import { CopyView } from '#domain/people/copy/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

const own = { roles: 'signedIn', ok: CopyView } as const

export const copies = newRouter()
  .post(
    '/',
    op({
      ...own,
      id: 'requestCopy',
      summary: 'Demander une copie de mes données',
      doc: `Demande une copie de tout ce que la suppression du compte effacerait : du JSON et les fichiers de la personne,
        en une archive ZIP. Avec preuve, une fois par 24 heures (429, Retry-After), et annoncé à toutes les adresses du
        compte. La copie se prépare ensuite par étapes : suivre avec showCopy. Une copie FAILED se redemande aussitôt.`,
      proof: 'always',
      reasons: ['TOO_MANY_REQUESTS'],
      status: 201,
    }),
    async (c) => c.json(ok(await requestCopy(ctx(c))), 201),
  )
  .get(
    '/:id',
    op({
      ...own,
      id: 'showCopy',
      summary: 'Suivre la copie de mes données',
      doc: `Où en est une copie demandée avec requestCopy : PENDING, READY, EXPIRED ou FAILED. READY, elle montre sa taille en octets
        (size) et une adresse privée (url), qui vaut jusqu'à expiresAt, 7 jours, tant que la session qui l'a lue reste
        ouverte et que le compte n'est ni bloqué ni supprimé ; ensuite 410, et l'archive est supprimée.`,
      reasons: [],
      param: IdParam,
    }),
    async (c) => c.json(ok(await showCopy(ctx(c), c.req.valid('param').id))),
  )
