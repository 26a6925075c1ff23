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
      doc: `Une archive ZIP de tout ce que la suppression du compte effacerait, une fois par 24 heures ; annoncée à toutes ses adresses. Suivre avec showCopy.`,
      reasons: ['REAUTH_REQUIRED', 'TOO_MANY_REQUESTS'],
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
      doc: `READY, « url » la donne jusqu'à expiresAt (ensuite 410), tant que la session qui l'a lue reste ouverte. Après FAILED, en demander une autre.`,
      reasons: [],
      param: IdParam,
    }),
    async (c) => c.json(ok(await showCopy(ctx(c), c.req.valid('param').id))),
  )
