import { removeAvatar, SetAvatar, setAvatar } from '#domain/people/profile/avatar.ts'
import { removePhone } from '#domain/people/profile/remove-phone.ts'
import { showProfile } from '#domain/people/profile/show.ts'
import { UpdateProfile, updateProfile } from '#domain/people/profile/update.ts'
import { ProfileView } from '#domain/people/users/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'

/** One picture of 5 MiB, and what a form puts around it. */
const MAX_FORM_BYTES = 5 * 1024 * 1024 + 64 * 1024

const own = { roles: 'signedIn', ok: ProfileView } as const

export const profile = newRouter()
  .get(
    '/',
    op({
      ...own,
      id: 'showProfile',
      summary: 'Mon profil',
      doc: 'Le profil de la personne connectée ; deletionAt dit quand ses données seront effacées. Pour savoir aussi comment elle se connecte, lire showMe.',
      reasons: [],
    }),
    async (c) => c.json(ok(await showProfile(ctx(c)))),
  )
  .put(
    '/',
    op({
      ...own,
      id: 'updateProfile',
      summary: 'Modifier mon profil',
      doc: `Change le nom, la devise préférée ou la langue : seul ce qui est envoyé change, et un corps vide ne change
        rien. L'adresse e-mail passe par requestEmail, le numéro par requestPhone, la photo par setAvatar.`,
      reasons: [],
      json: UpdateProfile,
    }),
    async (c) => c.json(ok(await updateProfile(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/avatar',
    op({
      ...own,
      id: 'setAvatar',
      summary: 'Choisir ma photo',
      doc: `Met une photo de profil à la place de la précédente : un fichier JPEG, PNG ou WebP, reconnu à son contenu,
        de 5 Mo au plus. Ses métadonnées (lieu, appareil) sont retirées. La réponse est le profil avec la nouvelle
        avatarUrl.`,
      reasons: ['CONFLICT'],
      takesDown: true,
      form: SetAvatar,
      maxBytes: MAX_FORM_BYTES,
    }),
    async (c) => c.json(ok(await setAvatar(ctx(c), c.req.valid('form')))),
  )
  .delete(
    '/avatar',
    op({
      ...own,
      id: 'removeAvatar',
      summary: 'Retirer ma photo',
      doc: `Retire la photo de profil et répond le profil sans elle. Sans photo, rien ne change et la réponse est la
        même.`,
      reasons: [],
      takesDown: true,
    }),
    async (c) => c.json(ok(await removeAvatar(ctx(c)))),
  )
  .delete(
    '/phone',
    op({
      ...own,
      id: 'removePhone',
      summary: 'Retirer mon numéro',
      doc: `Retire le numéro de téléphone du compte et répond le profil sans lui ; un autre compte peut alors le
        vérifier. S'il était vérifié, tout le monde est prévenu, avec un lien de 7 jours qui l'annule, les
        autres sessions sont fermées et les retraits attendent 24 heures. requestPhone en remet un. Preuve exigée
        (reauthenticate).`,
      reasons: ['REAUTH_REQUIRED'],
    }),
    async (c) => c.json(ok(await removePhone(ctx(c)))),
  )
