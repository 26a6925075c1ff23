import * as z from 'zod'
import { ChallengeView, showChallenge } from '#domain/core/challenges/show.ts'
import { MessageView, OneEmail } from '#domain/core/codes/mail-code.ts'
import { deviceMark } from '#domain/core/devices/view.ts'
import { CreateAccount, createAccount } from '#domain/people/accounts/create-account.ts'
import { resendVerification } from '#domain/people/accounts/resend-verification.ts'
import { showMe } from '#domain/people/accounts/show-me.ts'
import { VerifyEmail, verifyEmail } from '#domain/people/accounts/verify-email.ts'
import { MeView, SessionView } from '#domain/people/sign-in/view.ts'
import { UserView } from '#domain/people/users/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { deviceOf, giveDevice, giveVerified } from '#http/session.ts'

export const accounts = newRouter()
  .get(
    '/challenge',
    op({
      id: 'showChallenge',
      summary: 'Preuve de travail à résoudre',
      doc: `Donne un défi ALTCHA (PBKDF2/SHA-256), valable 10 minutes, à qui a reçu 429 CHALLENGE_REQUIRED : sa solution,
        telle que la bibliothèque « altcha » l'écrit (base64), va dans l'en-tête « x-challenge » de la même requête, une
        seule fois. Un téléphone modeste y met environ une seconde. Là où Turnstile est en service, le jeton de son
        widget (action « guest ») est pris à sa place.`,
      reasons: [],
      roles: 'public',
      // A signature is all it costs, and whoever shares an address with a machine needs one.
      tier: null,
      ok: ChallengeView,
    }),
    async (c) => {
      return c.json(ok(await showChallenge(ctx(c))))
    },
  )
  .post(
    '/create-account',
    op({
      id: 'createAccount',
      summary: 'Créer un compte',
      doc: `Crée le compte et envoie par e-mail un code à 6 chiffres, valable 10 minutes, à envoyer à verifyEmail. La
        réponse est la même pour une adresse déjà connue : un compte vérifié ne change pas et son titulaire est
        prévenu par e-mail ; un compte non vérifié reçoit un nouveau code. Au plus 5 messages par heure vers une
        adresse. « website » reste vide ; turnstileToken n'est exigé que là où Turnstile est en service. Si
        GET /config montre des conditions (terms) : acceptTerms et termsVersion, sinon TERMS_CHANGED.`,
      reasons: ['TERMS_CHANGED', 'TOO_MANY_REQUESTS', 'GATEWAY_UNAVAILABLE'],
      roles: 'public',
      tier: 'creation',
      screensGuests: true,
      json: CreateAccount,
      status: 201,
      ok: z.object({ user: UserView, verificationRequired: z.boolean(), ...deviceMark }),
    }),
    async (c) => c.json(ok(giveDevice(c, await createAccount(ctx(c), c.req.valid('json')))), 201),
  )
  .post(
    '/verify-email',
    op({
      id: 'verifyEmail',
      summary: "Vérifier l'adresse e-mail",
      doc: `Vérifie l'adresse avec le code reçu à l'inscription ; le code vaut 10 minutes, 5 essais et une seule fois.
        Sur l'appareil qui a créé le compte il y a moins d'une heure (cookie, ou deviceToken de createAccount dans l'en-tête « x-device-token »), une session s'ouvre, comme par
        loginPassword ; ailleurs, se connecter ensuite. Si deux inscriptions ont
        donné à cette adresse des mots de passe différents, aucun n'est gardé : passer par requestOtp ou
        forgotPassword.`,
      reasons: ['INVALID_VERIFICATION_CODE', 'GONE', 'TOO_MANY_REQUESTS'],
      roles: 'public',
      tier: 'credential',
      triesAt: 'email',
      json: VerifyEmail,
      ok: SessionView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveVerified(c, await verifyEmail(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
  .post(
    '/resend-verification',
    op({
      id: 'resendVerification',
      summary: 'Recevoir un autre code de vérification',
      doc: `Envoie un nouveau code de vérification, qui remplace le précédent et va à verifyEmail. La réponse ne dit
        pas si un compte attend à cette adresse : seul un compte non vérifié et non bloqué reçoit un e-mail. Une
        minute entre deux demandes, 5 messages par heure au plus vers une adresse.`,
      reasons: ['TOO_MANY_REQUESTS'],
      roles: 'public',
      tier: 'request',
      json: OneEmail,
      ok: MessageView,
    }),
    async (c) => c.json(ok(await resendVerification(ctx(c), c.req.valid('json')))),
  )
  .get(
    '/me',
    op({
      id: 'showMe',
      summary: 'Mon compte',
      doc: `Le compte de la personne connectée, avec ses moyens de connexion : mot de passe, double authentification,
        nombre de clés d'accès, comptes liés, suppression demandée (deletionAt). À lire au démarrage de l'application.`,
      reasons: [],
      roles: 'signedIn',
      tier: 'session',
      ok: MeView,
    }),
    async (c) => c.json(ok(await showMe(ctx(c)))),
  )
