import { loginPasskey, PasskeyLogin } from '#domain/people/passkeys/login.ts'
import { PasskeyLoginOptions, startPasskeyLogin } from '#domain/people/passkeys/login-options.ts'
import { LoginOptionsView } from '#domain/people/passkeys/view.ts'
import { SignInView } from '#domain/people/sign-in/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { deviceOf, giveSession } from '#http/session.ts'

export const passkeyLogin = newRouter()
  .post(
    '/options',
    op({
      id: 'startPasskeyLogin',
      summary: "Commencer une connexion par clé d'accès",
      doc: `Commence une connexion par clé d'accès : passer « options » à « navigator.credentials.get », puis envoyer
        le résultat et challengeId à loginPasskey dans les 5 minutes. « email » est facultatif ; s'il est donné, seule
        une clé de ce compte est acceptée ensuite. La réponse ne dit pas si le compte existe.`,
      reasons: [],
      roles: 'public',
      openToSuspect: true,
      tier: 'request',
      json: PasskeyLoginOptions,
      ok: LoginOptionsView,
    }),
    async (c) => c.json(ok(await startPasskeyLogin(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/verify',
    op({
      id: 'loginPasskey',
      summary: "Se connecter par clé d'accès",
      doc: `Ouvre une session avec la réponse de l'appareil ; le défi vaut 5 minutes, 5 essais et une fois : après un
        410, recommencer par startPasskeyLogin. Avec la double authentification, la réponse est requiresTotp et
        pendingToken, à envoyer à loginTotp. Une clé dont le compteur n'avance pas, donc peut-être copiée, est refusée
        (INVALID_VERIFICATION_CODE) et signalée au titulaire par e-mail.`,
      reasons: ['INVALID_CREDENTIALS', 'INVALID_VERIFICATION_CODE', 'GONE', 'ACCOUNT_BLOCKED'],
      roles: 'public',
      openToSuspect: true,
      tier: 'credential',
      triesAt: 'challengeId',
      json: PasskeyLogin,
      ok: SignInView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveSession(c, await loginPasskey(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
