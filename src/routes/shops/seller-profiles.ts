import { CreateProfile, createSellerProfile } from '#domain/shops/profiles/create.ts'
import { showMySellerProfile } from '#domain/shops/profiles/show-mine.ts'
import { UpdateSellerProfile, updateMySellerProfile } from '#domain/shops/profiles/update-mine.ts'
import { SellerProfileView } from '#domain/shops/profiles/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'

export const sellerProfiles = newRouter()
  .post(
    '/',
    op({
      id: 'createSellerProfile',
      summary: 'Devenir vendeur',
      doc: `Ouvre le profil vendeur de la personne connectée : un acheteur devient SELLER aussitôt, sans se
        reconnecter ; un compte SELLER complète ainsi son inscription. Une personne n'en a qu'un ; un livreur ou un
        membre de l'équipe n'y a pas droit. Ensuite : s'abonner à un plan (POST /subscriptions), puis ouvrir une
        boutique.`,
      reasons: ['TERMS_CHANGED', 'CONFLICT', 'ALREADY_EXISTS'],
      roles: 'signedIn',
      json: CreateProfile,
      status: 201,
      ok: SellerProfileView,
    }),
    async (c) => c.json(ok(await createSellerProfile(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/me',
    op({
      id: 'showMySellerProfile',
      summary: 'Mon profil vendeur',
      doc: `Le profil vendeur de la personne connectée. 404 tant qu'un compte SELLER ne l'a pas créé : proposez alors
        POST /seller/profile, sans lequel les autres opérations du vendeur répondent 403.`,
      reasons: ['NOT_FOUND'],
      roles: ['SELLER'],
      ok: SellerProfileView,
    }),
    async (c) => c.json(ok(await showMySellerProfile(ctx(c)))),
  )
  .put(
    '/me',
    op({
      id: 'updateMySellerProfile',
      summary: 'Modifier mon profil vendeur',
      doc: `Modifie le profil vendeur de la personne connectée : seuls les champs envoyés changent, l'adresse d'un bloc.
        businessType, rccm, idNat et taxNumber ne changent plus quand le dossier d'identité est en examen ou approuvé.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
      roles: ['SELLER'],
      json: UpdateSellerProfile,
      ok: SellerProfileView,
    }),
    async (c) => c.json(ok(await updateMySellerProfile(ctx(c), c.req.valid('json')))),
  )
