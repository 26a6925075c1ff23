import { AcceptTerms, acceptTerms, TermsAcceptedView } from '#domain/people/accounts/accept-terms.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'

export const terms = newRouter().post(
  '/',
  op({
    id: 'acceptTerms',
    summary: 'Accepter les conditions',
    doc: `Accepte les conditions en vigueur (terms de GET /config), par leur version. Acceptées à nouveau, leur date reste la première. Qui ne
      les a pas acceptées ne vend ni n'achète (403 TERMS_CHANGED).`,
    reasons: ['VERSION_MISMATCH'],
    roles: 'signedIn',
    json: AcceptTerms,
    ok: TermsAcceptedView,
  }),
  async (c) => c.json(ok(await acceptTerms(ctx(c), c.req.valid('json')))),
)
