import { accountScript } from './account-script.ts'
import { style } from './page-style.ts'

/** An example front end of the market: a person's own account in a browser. */
export const accountPage = (marketBaseUrl: string) => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Soko · mon compte</title>
<link rel="icon" href="data:,">
<style>${style}[hidden] { display: none } form, section { display: grid; gap: .6rem; justify-items: start } #qr { background: #fff }</style>
</head>
<body>
<header><h1>Soko <small>mon compte</small></h1><span id="said" role="status"></span></header>
<main>
  <section id="guest" hidden>
    <h2>Se connecter</h2>
    <form id="password">
      <input name="email" type="email" autocomplete="username webauthn" placeholder="Adresse e-mail" aria-label="Adresse e-mail" required>
      <input name="password" type="password" autocomplete="current-password" placeholder="Mot de passe" aria-label="Mot de passe" required>
      <button class="yes">Se connecter</button>
    </form>
    <button type="button" id="with-passkey">Se connecter avec une clé d'accès</button>
  </section>
  <form id="challenge" hidden>
    <h2>Code de l'application d'authentification</h2>
    <input name="code" autocomplete="one-time-code" aria-label="Code, ou code de secours" required>
    <button class="yes">Continuer</button>
  </form>
  <section id="undo" hidden>
    <h2>Annuler un changement</h2>
    <p>Les adresses et numéros du compte redeviennent ceux d'avant, ce qui a été ajouté depuis est retiré, et tous les appareils sont déconnectés.</p>
    <button type="button" id="undo-it" class="no">Annuler le changement</button>
  </section>
  <form id="reset" hidden>
    <h2>Nouveau mot de passe</h2>
    <input name="newPassword" type="password" autocomplete="new-password" aria-label="Nouveau mot de passe" minlength="8" required>
    <button class="yes">Choisir</button>
  </form>
  <form id="prove" hidden>
    <h2>C'est bien vous ?</h2>
    <p>Ce changement demande une preuve de moins de 10 minutes.</p>
    <input name="proof" type="password" autocomplete="current-password" aria-label="Mot de passe, code de l'application ou code de secours" required>
    <button class="yes">Continuer</button>
    <button type="button" id="prove-passkey">Avec une clé d'accès</button>
  </form>
  <section id="account" hidden>
    <h2 id="who"></h2>
    <p id="recovery" hidden>Quelqu'un récupère ce compte, possible à partir du <time id="recovery-until"></time>. Pas vous ?
      <button type="button" id="stop-recovery" class="no">Arrêter la récupération</button></p>
    <p id="staff" hidden>L'équipe travaille avec un second facteur : ajoutez une application d'authentification ou une clé d'accès, puis reconnectez-vous avec elle.</p>
    <h3>Application d'authentification : <span id="totp-state"></span></h3>
    <button type="button" id="totp-start">Activer</button>
    <form id="totp" hidden>
      <img id="qr" alt="Code QR à scanner" width="240" height="240">
      <input name="code" inputmode="numeric" aria-label="Code affiché par l'application" required>
      <button class="yes">Confirmer</button>
    </form>
    <ul id="backup-codes"></ul>
    <h3>Clés d'accès</h3>
    <ul id="passkeys"></ul>
    <button type="button" id="add-passkey">Ajouter une clé d'accès</button>
    <h3>Appareils connectés</h3>
    <ul id="sessions"></ul>
    <button type="button" id="sign-out" class="no">Se déconnecter</button>
  </section>
</main>
<script>const API = ${JSON.stringify(`${marketBaseUrl}/api/v1`)}
${accountScript}</script>
</body>
</html>
`
