import { OFFICE } from './guide-office.ts'
import { ORDERS } from './guide-orders.ts'

/** Tables of the guide that a feature's own registry fills in when the document is written. */
export const GUIDE_TABLES = { notices: () => '' }

/** The guide before the operations of the document, for people who build a front end; `markdown` formats it. */
export const GUIDE: { title: string; text: string }[] = [
  {
    title: 'Conventions',
    text: `Chemins sous « /api/v1 », JSON en camelCase, champs inconnus refusés.

- Succès : « {"success":true,"data":{}} ». Échec :
  « {"success":false,"error":{"code":"CONFLICT","message":"…","reason":"INSUFFICIENT_STOCK","details":[{"field":"items.0.quantity","message":"…"}]}} ».
  « code » est toujours là ; « reason » le précise, et manque quand la liste d'une opération montre un code, comme « GONE »,
  « CONFLICT », « NOT_FOUND », « FORBIDDEN », TOO_MANY_REQUESTS ou MBIYOPAY_PAYIN_FAILED. Décidez par « reason » s'il est là,
  sinon par « code » ; « message », en français, peut être affiché.
- Listes : « page » (1), « limit » (20, 100 au plus), et dans la réponse « pagination » avec « page », « limit », « total »
  et totalPages ; le plus récent d'abord. Une page répète des lignes si d'autres arrivent entre-temps : là où il existe, « before »,
  l'« id » de la dernière ligne reçue, donne la suite sans rien répéter (laissez « page » à 1).
- Montants : texte décimal (« "12.50" »), RWF sans décimales ; en entrée, nombre ou texte. « Payin.amount » est un nombre.
  Instants : ISO 8601 UTC.
- La chose d'un autre répond 404. 401 : connexion ; 403 : droit ; 409 : état ; 410 : expiré.
- 401 sans « reason » : aucun jeton, il faut se connecter. 401 TOKEN_EXPIRED, aussi après une déconnexion faite ailleurs :
  renouvelez ; si le renouvellement répond 401, faites se reconnecter la personne.
- « Idempotency-Key » (un UUID convient : de 1 à 64 caractères ASCII visibles) sur tout POST connecté, sauf « /auth/* » : gardée 24 h. Même clé et
  même corps : même réponse (« Idempotent-Replayed: true »). Autre corps : 409 IDEMPOTENCY_KEY_REUSED. Encore en cours :
  409 REQUEST_IN_PROGRESS, attendez 2 s. Un refus 4xx de l'opération est gardé aussi : corrigez, puis prenez une nouvelle clé. Ne sont pas
  gardés, et se rejouent avec la même clé : champs mal formés, jeton, rôle, 429, 5xx, MFA_REQUIRED, REAUTH_REQUIRED, REQUEST_IN_PROGRESS,
  PAYMENT_IN_PROGRESS, TOO_MANY_UNPAID et WITHDRAWAL_HELD.
- Réponse perdue ou 5xx : renvoyez avec la même clé, en espaçant (1, 2, 4 s…). 503 SERVICE_UNAVAILABLE : attendez « Retry-After » (1 à 5 s) ;
  une lecture et un POST avec sa clé se renvoient tels quels. Une écriture sans clé a peut-être eu lieu : relisez d'abord.
- « version » : renvoyez celle que vous avez lue ; 409 VERSION_MISMATCH, rechargez.
- Toute réponse porte « X-Request-Id », à garder pour l'assistance ; celle de toute opération qui a une limite, « RateLimit » et
  « RateLimit-Policy », qui disent ce qui en reste. Sur 429, attendez « Retry-After » ;
  mais CHALLENGE_REQUIRED veut dire : résolvez le défi, et renvoyez aussitôt (voir « Vérification »).

[limites]

Chaque opération dit sa limite ; les images, ce que tous regardent et GET /auth/challenge n'en ont aucune. Une lecture publique
compte pour la session si un jeton l'accompagne, pour l'adresse IP sinon. Une requête qui veut une connexion et n'en a pas (401) compte
dans « public ».`,
  },
  {
    title: 'Se connecter, page web',
    text: `La session tient dans des cookies « Secure », « SameSite=Lax ». Appelez avec « credentials: 'include' », sans
« X-Client-Type ».

- Origine : celle de votre page est dans ALLOWED_ORIGINS du serveur, où des virgules les séparent. En développement, avec les
  deux premières, qui y sont d'office :
  « ALLOWED_ORIGINS=http://localhost:8787,http://localhost:8788,http://localhost:5173 npm run dev ».
- Même site que l'API, sinon le navigateur n'envoie pas les cookies : app.soko.example et api.soko.example, ou localhost quel
  que soit le port, mais pas 127.0.0.1 avec localhost.
- Une écriture avec cookies sans en-tête « Origin », ou d'une autre origine : 403 « CSRF ». Hors d'un navigateur, faites comme
  l'application mobile.
- L'équipe avec cookies : depuis la page /office de l'API seulement, sauf pour son propre compte ; d'ailleurs 403 « CSRF ».

1. POST /auth/create-account
   « {"name":"Aline Bahati","email":"aline@example.com","password":"Kivu-2026-lac","role":"BUYER"} » :
   201, même réponse si l'adresse est connue : montrez l'écran du code.
2. Code à 6 chiffres reçu par e-mail : POST /auth/verify-email « {"email":"aline@example.com","code":"123456"} ». Autre code
   après 60 s : POST /auth/resend-verification « {"email":"aline@example.com"} ».
3. POST /auth/login/password « {"email":"aline@example.com","password":"Kivu-2026-lac"} » : « {user} » et deux cookies
   (accès 15 min, renouvellement 30 jours).
4. Si « data » est « {"requiresTotp":true,"pendingToken":"…"} » : dans les 5 minutes, POST /auth/login/totp
   « {"pendingToken":"…","code":"123456"} » (ou backupCode).

Sur 401 TOKEN_EXPIRED : un seul POST /auth/refresh-token « {} », puis rejouez la requête ; s'il répond 401, faites se reconnecter
la personne.
POST /auth/logout termine.

Erreurs : 401 INVALID_CREDENTIALS, aussi tant que l'adresse n'est pas confirmée (offrez « confirmer mon adresse », étape 2),
401 INVALID_VERIFICATION_CODE, 403 ACCOUNT_BLOCKED, 403 « CSRF »
(origine), 410 code expiré, 429 (« Retry-After »), 429 CHALLENGE_REQUIRED (voir « Vérification »). Limites : 10 par minute et par
compte depuis une adresse IP, 10 mots de passe en 15 min par compte ; un appareil déjà connecté, reconnu par un cookie d'un an,
a les siennes. Réponse perdue : GET /auth/me dit si la session existe.`,
  },
  {
    title: 'Se connecter, application mobile',
    text: `Les jetons sont dans la réponse. Envoyez « X-Client-Type: mobile » sur *chaque* requête ; les cookies sont alors ignorés.

1. POST /auth/login/password « {"email":"buyer@demo.test","password":"Demo-2026-marche"} » :
   « {user, accessToken, refreshToken, expiresIn} » (expiresIn en secondes). Sans mot de passe :
   POST /auth/login/request-otp « {"email":"buyer@demo.test"} », puis
   POST /auth/login/verify-otp « {"email":"buyer@demo.test","code":"123456"} ».
2. Si requiresTotp : POST /auth/login/totp « {"pendingToken":"…","code":"123456"} ».
3. Ensuite : « Authorization: Bearer <accessToken> ».
4. Sur 401 TOKEN_EXPIRED : POST /auth/refresh-token « {"refreshToken":"…"} », gardez les **deux** nouveaux jetons, rejouez la
   requête. Un seul renouvellement à la fois : les autres requêtes l'attendent.

5. Gardez aussi deviceToken, même après la déconnexion, et envoyez-le dans « X-Device-Token » sur chaque requête : les essais et les
   codes d'un appareil connu sont comptés à part, si bien qu'un inconnu ne bloque pas son propriétaire. Un nouveau mot de passe,
   POST /auth/logout-all et POST /auth/changes/undo oublient les appareils connus.

Réponse perdue au renouvellement : renvoyez le même jeton, même plus tard, tant que son successeur n'a pas servi ; vous recevez
le même successeur. Un jeton plus ancien **termine la session** : faites se reconnecter la personne. La session dure 30 jours sans usage, 90 au plus.

Ne confondez pas les 401 : TOKEN_EXPIRED se renouvelle ; INVALID_CREDENTIALS et INVALID_VERIFICATION_CODE se corrigent. Un code
vit 10 minutes ; 5 essais par heure, même s'il est renvoyé (429) ; renvoi après 60 s, 5 par heure et par adresse.`,
  },
  {
    title: 'Vérification',
    text: `Les opérateurs mettent des milliers de personnes derrière une adresse IP. Quand beaucoup d'essais y échouent, ou après 10
créations de compte, 10 demandes de code ou 100 essais, une requête non connectée y reçoit 429 CHALLENGE_REQUIRED ; de même, d'où
qu'elle vienne, après 20 messages demandés dans l'heure pour une même adresse e-mail :

1. GET /auth/challenge : un défi ALTCHA, valable 10 minutes.
2. Résolvez-le (environ une seconde) avec le widget ALTCHA ou la bibliothèque « altcha-lib » :
   « import { solveChallenge } from 'altcha-lib' », « import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2' » (sous Node :
   « altcha-lib/algorithms/pbkdf2 »), puis « const solution = await solveChallenge({ challenge, deriveKey }) ».
3. Renvoyez la requête avec l'en-tête « X-Challenge », le base64 de « {"challenge":{},"solution":{}} », sans attendre. Une solution sert une fois ;
   un 400 ne la consomme pas. Fausse, périmée ou déjà servie : « details » nomme « x-challenge ».

Là où Turnstile est en service, le jeton de son widget (« data-action="guest" ») est pris à la place de la solution.`,
  },
  {
    title: 'Prouver, annuler, récupérer',
    text: `**403 REAUTH_REQUIRED** : ce qui donne accès ou reçoit de l'argent veut une preuve de moins de 10 minutes. Demandez le mot de
passe, puis POST /auth/reauthenticate « {"password":"…"} » ; avec une application d'authentification, où le mot de passe ne suffit jamais : « {"code":"123456"} »
ou backupCode ; avec une clé d'accès : challengeId et « response » de POST /auth/passkey/login/options ; sans rien de tout cela : « code »
de POST /auth/login/request-otp. Rejouez ensuite la requête.

**403 MFA_REQUIRED** : l'équipe ajoute une application (POST /auth/totp/setup, POST /auth/totp/confirm) ou une clé d'accès, par
« /auth/* » seulement, puis se reconnecte avec elle. Tout perdu : un autre ADMIN, POST /users/:id/force-logout
« {"resetFactors":true} ».

**Liens des e-mails**, sur vos pages : « /annuler?token=… » envoie POST /auth/changes/undo « {"token":"…"} » après un clic (jamais à
l'ouverture), 410 s'il a servi ou après 7 jours (proposez un nouveau mot de passe) ; « /reinitialiser?token=… » demande un mot de passe, puis POST /auth/password/reset.

**Récupération** : POST /auth/recovery/start, send-code, verify : recoveryToken et availableAt, 24 h après ; puis
POST /auth/recovery/complete (plus tôt, 409 : « details » nomme availableAt). Si GET /auth/me dit recoveryPendingUntil, montrez-le, avec
un bouton POST /auth/recovery/cancel, qui veut une preuve.

**409 WITHDRAWAL_HELD** : après un changement du compte les retraits attendent 24 h ; « details » nomme availableAt.

**Clés d'accès** : les octets de « options » et de « response » sont en base64url. Dans une page,
« PublicKeyCredential.parseCreationOptionsFromJSON() » et « PublicKeyCredential.parseRequestOptionsFromJSON() » lisent « options »,
« credential.toJSON() » écrit « response » ; ou prenez « @simplewebauthn/browser ». La page est d'une origine d'ALLOWED_ORIGINS, sous le domaine
« options.rp.id » (rpId à la connexion). Une application native donne le même JSON à l'API de clés d'accès de son système ; son origine, si elle en a
une propre (« android:apk-key-hash:… »), est aussi à mettre dans ALLOWED_ORIGINS.`,
  },
  {
    title: 'Vendre',
    text: `GET /seller/onboarding dit à tout moment ce qui reste à faire.

1. POST /seller/profile : le profil. Avant lui, les opérations d'un vendeur répondent 403 « FORBIDDEN », sans « reason ».
2. GET /plans, puis POST /subscriptions ; GET /config donne les opérateurs (« providers ») de chaque pays.
   POST /subscriptions/payments/:depositId/check-status tant que « payment.status » est « PENDING » ; de même pour renouveler ou changer de plan. « FAILED » n'a pas de motif : payez à nouveau.
3. POST /seller/shop, logo et bannière, puis POST /seller/shop/:id/publish.
4. Identité, si GET /seller/kyc ou l'étape « KYC » la demande : PUT /seller/kyc, un POST /seller/kyc/documents par pièce (JPEG,
   PNG ou PDF), POST /seller/kyc/submit. CHANGES_REQUESTED ou « REJECTED » : corrigez, puis soumettez de nouveau.
5. POST /products (formulaire), puis POST /products/:id/status « {"status":"PUBLISHED"} » : il faut une image, un
   abonnement et une boutique publiée. expiresAt est obligatoire dans une catégorie dont requiresExpiry est vrai.
6. Retenu par la modération (CHANGES_REQUESTED, « REJECTED ») : GET /products/:id/moderation dit pourquoi ; corrigez, puis
   POST /products/:id/submit. TAKEN_DOWN : l'équipe seule le rétablit.

**Importer** : POST /products/import, un CSV tel qu'un tableur l'enregistre (virgule, point-virgule ou tabulation ; UTF-8, UTF-16LE ou
Windows-1252), aux colonnes « sku, name, description, subcategory, price, currency, stock, stockSeen, unit, brand, weightGrams, expiresAt,
images » (subcategory : son « slug » ; « images » reste vide : les photos s'ajoutent ensuite). « sku » est toujours obligatoire, et d'une colonne de
texte : un tableur raccourcit les longs nombres (« 1,23E+05 » est refusé) ; name, description (20 caractères), subcategory, price, currency et
« stock » le sont pour un nouveau produit. Le stock d'une référence connue **ne change pas**, sauf si « stock » diffère de « stockSeen »
(le stock que montrait l'export ; s'il a bougé depuis, la ligne est refusée), ou, sans colonne stockSeen, avec « stock=set » dans le formulaire. Suivez
GET /products/import/:id ; les fautes y sont par ligne.`,
  },
  ...ORDERS,
  {
    title: 'Retirer son argent',
    text: `Vendeurs et livreurs. GET /wallet donne « available », minPayout et canWithdraw par devise.

1. Numéro de retrait, une fois ; un numéro rwandais (« "countryCode":"RW" », mtn ou airtel) reçoit des RWF, au taux que l'étape 2 fixe
   (payoutAmount, payoutCurrency, exchangeRate) : POST /wallet/settings/payout-number/request
   « {"phoneNumber":"243991234789","network":"airtel","countryCode":"CD"} », puis le code du SMS :
   POST /wallet/settings/payout-number/confirm « {"code":"123456"} ».
2. POST /payout/otp « {"currency":"CDF","amount":"18500.00"} » : un code part par e-mail, valable 10 minutes pour ce montant,
   cette devise et ce numéro.
3. POST /wallet/payout (livreur : POST /riders/me/payout) avec « Idempotency-Key » :
   « {"currency":"CDF","amount":"18500.00","otpCode":"123456"} ». 201 : une ligne, « status » « PROCESSING » ou « COMPLETED ».
4. Tant que « PROCESSING » : GET /wallet/payouts toutes les 5 s, puis plus rarement, jusqu'à « COMPLETED » ou « FAILED »
   (l'argent revient).

Erreurs : 400 sous le minimum (1,00 USD ; 1 000,00 CDF), 400 MBIYOPAY_PAYOUT_FAILED (refusé, argent de nouveau
disponible), 401 INVALID_VERIFICATION_CODE, 403 WALLET_FROZEN, 409 INSUFFICIENT_BALANCE, 409 sans numéro, 410 code expiré, 429
(5 codes faux, ou renvoi avant 60 s).

Réponse perdue à l'étape 3 : renvoyez la même clé et le même corps ; sans clé, lisez GET /wallet/payouts d'abord. Un silence de
l'opérateur laisse le retrait en cours : il n'est jamais envoyé deux fois.`,
  },
  ...OFFICE,
]
