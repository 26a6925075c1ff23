import * as z from 'zod'
import { deviceMark } from '#domain/core/devices/view.ts'
import { LinkGoogle, linkGoogle } from '#domain/people/google/link.ts'
import { listIdentities } from '#domain/people/google/list-identities.ts'
import { LoginGoogle, loginGoogle } from '#domain/people/google/login.ts'
import { RegisterGoogle, registerGoogle } from '#domain/people/google/register.ts'
import { unlinkGoogle } from '#domain/people/google/unlink.ts'
import { IdentityView } from '#domain/people/google/view.ts'
import { SignInView } from '#domain/people/sign-in/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { deviceOf, giveDeviceAnew, giveSession } from '#http/session.ts'

export const google = newRouter()
  .post(
    '/login/google',
    op({
      id: 'loginGoogle',
      summary: 'Se connecter avec Google',
      doc: `Ouvre une session avec un jeton d'identité de Google, si le compte Google est lié ; chaque jeton n'ouvre
        qu'une fois. Un 404 signifie qu'aucun compte n'est lié : le même jeton peut servir à registerGoogle. Un 409
        signifie qu'un compte a déjà cette adresse : s'y connecter autrement, puis linkGoogle. Avec la double
        authentification, la réponse est requiresTotp et pendingToken, à envoyer à loginTotp.`,
      reasons: ['INVALID_CREDENTIALS', 'ACCOUNT_BLOCKED', 'NOT_FOUND', 'ALREADY_EXISTS', 'GATEWAY_UNAVAILABLE'],
      roles: 'public',
      tier: 'creation',
      json: LoginGoogle,
      ok: SignInView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveSession(c, await loginGoogle(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
  .post(
    '/register/google',
    op({
      id: 'registerGoogle',
      summary: 'Créer un compte avec Google',
      doc: `Crée un compte avec Google, dont l'adresse doit être vérifiée par Google, et ouvre aussitôt une session.
        Le compte n'a pas de mot de passe ; createPassword en ajoute un. Une adresse ou un compte Google déjà pris
        répond 409, et le jeton reste utilisable. « website » reste vide ; turnstileToken n'est exigé que là où
        Turnstile est en service.`,
      reasons: ['INVALID_CREDENTIALS', 'TERMS_CHANGED', 'ALREADY_EXISTS', 'GATEWAY_UNAVAILABLE'],
      roles: 'public',
      tier: 'creation',
      screensGuests: true,
      json: RegisterGoogle,
      status: 201,
      ok: SignInView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveSession(c, await registerGoogle(ctx(c), c.req.valid('json'), deviceOf(c)))), 201),
  )
  .post(
    '/google/link',
    op({
      id: 'linkGoogle',
      summary: 'Lier mon compte Google',
      doc: `Fait d'un compte Google un moyen de connexion de plus, quelle que soit son adresse ; le titulaire est
        prévenu et les autres sessions sont fermées. Preuve exigée (reauthenticate). Il y a au plus un compte Google par compte,
        et un compte Google ne peut être lié qu'à un seul.`,
      reasons: ['REAUTH_REQUIRED', 'INVALID_CREDENTIALS', 'ALREADY_EXISTS', 'GATEWAY_UNAVAILABLE'],
      roles: 'signedIn',
      json: LinkGoogle,
      status: 201,
      ok: IdentityView.extend(deviceMark),
    }),
    async (c) => c.json(ok(await giveDeviceAnew(c, () => linkGoogle(ctx(c), c.req.valid('json')))), 201),
  )
  .delete(
    '/google/link',
    op({
      id: 'unlinkGoogle',
      summary: 'Délier mon compte Google',
      doc: `Le compte Google n'ouvre plus ce compte ; le titulaire est prévenu et les autres sessions sont fermées. Preuve exigée (reauthenticate). Refusé quand il ne resterait ni mot de passe ni clé d'accès : en ajouter d'abord avec
        createPassword ou registerPasskey. Sans compte lié, la réponse est 404.`,
      reasons: ['REAUTH_REQUIRED', 'NOT_FOUND', 'LAST_SIGN_IN_METHOD'],
      roles: 'signedIn',
      ok: z.object({ deleted: z.literal(true), ...deviceMark }),
    }),
    async (c) => c.json(ok(await giveDeviceAnew(c, () => unlinkGoogle(ctx(c))))),
  )
  .get(
    '/identities',
    op({
      id: 'listIdentities',
      summary: 'Mes comptes liés',
      doc: "Les comptes Google liés à son propre compte : aucun ou un, avec l'adresse qu'il avait au moment du lien.",
      reasons: [],
      roles: 'signedIn',
      ok: z.object({ identities: z.array(IdentityView) }),
    }),
    async (c) => c.json(ok(await listIdentities(ctx(c)))),
  )
