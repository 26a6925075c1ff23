import { MessageView, OneEmail } from '#domain/core/codes/mail-code.ts'
import { LoginPassword, loginPassword } from '#domain/people/sign-in/login-password.ts'
import { requestOtp } from '#domain/people/sign-in/request-otp.ts'
import { VerifyOtp, verifyOtp } from '#domain/people/sign-in/verify-otp.ts'
import { SessionView, SignInView } from '#domain/people/sign-in/view.ts'
import { LoginTotp, loginTotp } from '#domain/people/totp/login.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { deviceOf, giveSession, giveTokens } from '#http/session.ts'

export const login = newRouter()
  .post(
    '/password',
    op({
      id: 'loginPassword',
      summary: 'Se connecter par mot de passe',
      doc: `Ouvre une session : un client web la reçoit en cookies, un client mobile (en-tête
        « X-Client-Type: mobile ») reçoit les jetons dans la réponse. Si le compte a la double authentification, la
        réponse est requiresTotp et pendingToken, valable 5 minutes, à envoyer à loginTotp. Dix essais par compte en 15
        minutes, 30 par jour ; ceux d'un appareil connu (cookie, ou deviceToken dans l'en-tête « x-device-token ») sont
        comptés à part. Un appareil jamais vu est signalé au titulaire par e-mail.`,
      reasons: ['INVALID_CREDENTIALS', 'ACCOUNT_BLOCKED', 'TOO_MANY_REQUESTS'],
      roles: 'public',
      tier: 'credential',
      triesAt: 'email',
      json: LoginPassword,
      ok: SignInView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveSession(c, await loginPassword(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
  .post(
    '/request-otp',
    op({
      id: 'requestOtp',
      summary: 'Recevoir un code de connexion',
      doc: `Envoie par e-mail un code de connexion à 6 chiffres, valable 10 minutes, à envoyer à verifyOtp. La réponse
        ne dit pas si un compte a cette adresse ; un compte bloqué ne reçoit rien. Une minute entre deux codes, 5
        messages par heure au plus vers une adresse. Ce code sert aussi de preuve (reauthenticate) pour un compte
        sans mot de passe, clé d'accès, Google ni double authentification.`,
      reasons: ['TOO_MANY_REQUESTS'],
      roles: 'public',
      tier: 'request',
      json: OneEmail,
      ok: MessageView,
    }),
    async (c) => c.json(ok(await requestOtp(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/verify-otp',
    op({
      id: 'verifyOtp',
      summary: 'Se connecter par le code reçu',
      doc: `Ouvre une session avec le code de requestOtp ; il vaut 5 essais et une seule fois. Si le compte a la
        double authentification, la réponse est requiresTotp et pendingToken, à envoyer à loginTotp. Une adresse encore
        non vérifiée l'est désormais, et le mot de passe choisi à l'inscription est alors effacé.`,
      reasons: [
        'INVALID_VERIFICATION_CODE',
        'GONE',
        'TOO_MANY_REQUESTS',
        'INVALID_CREDENTIALS',
        'MFA_REQUIRED',
        'ACCOUNT_BLOCKED',
      ],
      roles: 'public',
      tier: 'credential',
      triesAt: 'email',
      json: VerifyOtp,
      ok: SignInView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveSession(c, await verifyOtp(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
  .post(
    '/totp',
    op({
      id: 'loginTotp',
      summary: "Répondre à la double authentification d'une connexion",
      doc: `Termine une connexion qui a répondu requiresTotp : pendingToken avec soit le « code » de l'application,
        soit un backupCode ; chacun ne sert qu'une fois (après un code, attendre le suivant, 30 s). Le pendingToken vaut 5 minutes et 5 essais, et le compte a 10
        essais en 15 minutes par moyen de connexion. Après un 410, recommencer la connexion.`,
      reasons: ['INVALID_VERIFICATION_CODE', 'INVALID_CREDENTIALS', 'GONE', 'ACCOUNT_BLOCKED', 'TOO_MANY_REQUESTS'],
      roles: 'public',
      openToSuspect: true,
      tier: 'credential',
      triesAt: 'pendingToken',
      json: LoginTotp,
      ok: SessionView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveTokens(c, await loginTotp(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
