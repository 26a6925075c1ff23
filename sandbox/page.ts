import { script } from './page-script.ts'
import { style } from './page-style.ts'

/** The sandbox's page, in a single document. */
export const page = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Soko · bac à sable</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
  <h1>Soko <small>bac à sable</small></h1>
  <span id="offline" role="status" hidden>hors ligne</span>
  <nav aria-label="Rubriques">
    <a href="#messages">Messages</a><a href="#pushes">Appareils</a><a href="#phones">Téléphones</a><a href="#sent">Rappels</a><a href="#failures">Pannes</a><a href="/market">Marché</a>
  </nav>
  <button type="button" id="reset" class="chip no">Tout oublier</button>
</header>
<main>
  <section id="messages">
    <h2>Boîte de réception <span class="count" id="inbox-count">0</span></h2>
    <p><input id="filter" type="search" placeholder="Numéro ou adresse du destinataire" aria-label="Filtrer par destinataire"></p>
    <div id="inbox" class="scroll"></div>
  </section>
  <section id="pushes">
    <h2>Appareils</h2>
    <p><button type="button" id="subscribe" class="chip">Abonner un navigateur</button></p>
    <div id="browsers" class="scroll"></div>
    <h3>Notifications reçues</h3>
    <div id="taken" class="scroll"></div>
  </section>
  <section id="phones">
    <h2>Téléphones <span class="count" id="waiting-count">0</span></h2>
    <div id="waiting"></div>
    <h3>Mouvements terminés</h3>
    <div id="ended" class="scroll"></div>
  </section>
  <section id="sent">
    <h2>Rappels envoyés</h2>
    <div id="callbacks" class="scroll"></div>
  </section>
  <section id="failures">
    <h2>Pannes</h2>
    <p><select id="times" aria-label="Durée de la panne">
      <option value="1">Pour le prochain appel</option>
      <option value="3">Pour les trois prochains appels</option>
      <option value="0">Jusqu'à ce que je l'arrête</option>
    </select></p>
    <div id="faults"></div>
  </section>
</main>
<script>${script}</script>
</body>
</html>
`
