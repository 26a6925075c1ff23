/**
 * The script of the sandbox's page. It asks every two seconds, and redraws a section only if its data changed, so that
 * nothing flickers. Data reaches the page as text only, never as HTML.
 */
export const script = String.raw`
const el = (tag, props, ...children) => {
  const node = Object.assign(document.createElement(tag), props)
  node.append(...children.filter((child) => child != null))
  return node
}
const div = (className, ...children) => el('div', { className }, ...children)
const span = (className, text) => el('span', { className, textContent: text })
const byId = (id) => document.getElementById(id)
const time = (iso) => new Date(iso).toLocaleTimeString('fr-FR')
const shown = {}
const draw = (id, data, render, none) => {
  const text = JSON.stringify(data)
  if (shown[id] === text) return
  shown[id] = text
  const rows = render(data)
  byId(id).replaceChildren(...(rows.length ? rows : [el('p', { className: 'empty', textContent: none })]))
}
const call = async (method, path, body) => {
  const answer = await fetch(path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return answer.json()
}
const act = (label, className, work) => {
  const button = el('button', { type: 'button', className, textContent: label })
  button.onclick = async () => {
    button.disabled = true
    try { await work(button) } finally { button.disabled = false; refresh() }
  }
  return button
}
const copy = async (button, code) => {
  try { await navigator.clipboard.writeText(code); button.textContent = 'Copié' } catch { getSelection().selectAllChildren(button); return }
  setTimeout(() => { button.textContent = code }, 900)
}

const KINDS = { deposit: 'Dépôt', payin: 'Paiement', payout: 'Versement', refund: 'Remboursement' }
const GATEWAYS = { A: 'pawaPay', B: 'MbiyoPay', SMS: 'SMS', EMAIL: 'E-mail', GOOGLE: 'Google', TURNSTILE: 'Turnstile',
  SMS2: 'SMS, second', EMAIL2: 'E-mail, second', WEBHOOK: 'Webhook', WEB_PUSH: 'Web Push', FCM: 'Firebase' }
const WORDS = { PROCESSING: 'en attente', ENQUEUED: 'en file', pending: 'en attente', COMPLETED: 'réussi', successful: 'réussi',
  FAILED: 'échoué', failed: 'échoué', cancelled: 'annulé' }
const tone = (status) => /COMPLETED|successful/.test(status) ? 'good' : /FAILED|failed|cancelled/.test(status) ? 'bad' : 'wait'
const FAULTS = { slow: 'Lent', timeoutHappened: 'Expire, mais fait', timeoutNotHappened: 'Expire, pas fait',
  serverErrorHappened: 'Erreur 500, mais fait', serverErrorNotHappened: 'Erreur 500, pas fait', garbage: 'Réponse illisible',
  refused: 'Refus', down: 'En panne', duplicate: 'Doublon', outOfFunds: 'Caisse vide', keyRotated: 'Changer la clé',
  wrongId: 'Autre identifiant', wrongAmount: 'Autre montant', wrongCurrency: 'Autre devise', silent: 'Muet', takesFee: 'Prend des frais',
  answeredTwice: 'Rappel double', callbackBeforeAnswer: 'Rappel avant la réponse', callbacksReordered: 'Rappels en désordre',
  failedAfterCompleted: 'Contraire ensuite', forged: 'Rappel falsifié', statusDisagrees: 'Lecture contraire', enqueued: 'Mis en file', unlisted: 'Absent de la liste',
  unauthorized: 'Clé refusée (401)', forbidden: 'Accès interdit (403)', shortPages: 'Liste en pages de deux',
  noCurrency: 'Sans devise' }

const messageRow = (message) => {
  const code = message.code && el('button', { type: 'button', className: 'code', textContent: message.code, title: 'Copier le code' })
  if (code) code.onclick = () => copy(code, message.code)
  return div('row',
    div('head', span('tag', { SMS: 'SMS', EMAIL: 'E-mail', WEBHOOK: 'Webhook' }[message.channel]), el('b', { textContent: message.to }), span('soft end', time(message.sentAt))),
    message.subject ? el('div', { textContent: message.subject }) : null, code, div('soft text', message.text))
}
const browserRow = (browser) => div('row', div('soft text', JSON.stringify(browser)),
  div('buttons', act('Copier', 'chip', (button) => copy(button, JSON.stringify(browser)))))
const pushRow = (push) => div('row',
  div('head', span('tag', GATEWAYS[push.service]), el('b', { textContent: push.data?.title ?? 'illisible ici' }),
    span('tag', push.urgency), span('soft end', time(push.sentAt))),
  div('soft text', push.address), push.data ? div('soft text', JSON.stringify(push.data)) : null)
const movementHead = (movement) => [
  div('head', span('amount', movement.amount + ' ' + movement.currency), span('tag', KINDS[movement.kind]),
    span('tag', GATEWAYS[movement.gateway] + ' · ' + movement.network),
    span('end ' + tone(movement.status), WORDS[movement.status] ?? movement.status)),
  div('head', el('b', { textContent: '+' + movement.phone }), span('soft', movement.failureCode ?? ''), span('soft end', time(movement.createdAt))),
]
const on = (movement, verb, body) => () => call('POST', '/movements/' + encodeURIComponent(movement.id) + '/' + verb, body)
const waitingRow = (movement) => div('row', ...movementHead(movement),
  div('buttons', act('Approuver', 'yes', on(movement, 'approve')), act('Refuser', 'no', on(movement, 'refuse', {}))))
const endedRow = (movement) => div('row', ...movementHead(movement),
  div('buttons', act('Renvoyer le rappel', 'chip', on(movement, 'resend-callback'))))
const openBodies = new Set()
const callbackRow = (sent) => {
  const key = sent.at + sent.url + sent.body.status
  const details = el('details', { open: openBodies.has(key) }, el('summary', { className: 'soft', textContent: 'Contenu' }),
    el('pre', { textContent: JSON.stringify(sent.body, null, 2) }))
  details.ontoggle = () => details.open ? openBodies.add(key) : openBodies.delete(key)
  return div('row',
    div('head', span(sent.status === 200 ? 'good' : 'bad', sent.status === null ? 'sans réponse' : String(sent.status)),
      el('b', { textContent: WORDS[sent.body.status] ?? sent.body.status }), span('soft end', time(sent.at))),
    div('soft', sent.url), details)
}
const faultRows = ({ available, faults, keyRotations }) => Object.keys(available).map((gateway) => {
  const chips = available[gateway].map((fault) => {
    const active = faults.find((each) => each.gateway === gateway && each.fault === fault)
    const often = !active ? '' : active.times ? ' · ' + active.times + ' fois' : ' · sans fin'
    const label = (FAULTS[fault] ?? fault) + (fault === 'keyRotated' ? ' (n° ' + (keyRotations + 1) + ')' : often)
    const button = act(label, 'chip', () => active
      ? call('DELETE', '/faults?gateway=' + gateway + '&fault=' + fault)
      : call('PUT', '/faults', { gateway, fault, times: Number(byId('times').value) }))
    button.setAttribute('aria-pressed', String(Boolean(active)))
    return button
  })
  return div('row', el('h3', { textContent: GATEWAYS[gateway] }), div('buttons', ...chips))
})

let inbox = []
const drawInbox = () => {
  const wanted = byId('filter').value.trim().toLowerCase().replace(/^\+/, '')
  const found = inbox.filter((message) => message.to.toLowerCase().includes(wanted))
  draw('inbox', found, (rows) => rows.map(messageRow), 'Aucun message pour le moment.')
  byId('inbox-count').textContent = found.length
}
let busy = false
async function refresh() {
  if (busy) return
  busy = true
  try {
    const [{ messages }, movements, callbacks, faults, browsers, pushes] = await Promise.all(
      ['/inbox', '/movements', '/callbacks', '/faults', '/browsers', '/pushes'].map((path) => call('GET', path)))
    inbox = messages
    drawInbox()
    const waiting = movements.filter(({ status }) => tone(status) === 'wait')
    byId('waiting-count').textContent = waiting.length
    draw('waiting', waiting, (rows) => rows.map(waitingRow), 'Personne ne doit confirmer quoi que ce soit.')
    draw('ended', movements.filter((movement) => !waiting.includes(movement)).slice(0, 30), (rows) => rows.map(endedRow), 'Rien encore.')
    draw('callbacks', callbacks.slice(0, 60), (rows) => rows.map(callbackRow), 'Aucun rappel envoyé.')
    draw('faults', faults, faultRows, '')
    draw('browsers', browsers, (rows) => rows.map(browserRow), 'Aucun navigateur abonné.')
    draw('taken', pushes.slice(0, 60), (rows) => rows.map(pushRow), 'Rien encore.')
    byId('offline').hidden = true
  } catch { byId('offline').hidden = false } finally { busy = false }
}
byId('filter').oninput = drawInbox
byId('subscribe').onclick = async () => { await call('POST', '/browsers'); refresh() }
byId('reset').onclick = async () => { if (confirm('Tout oublier ?')) { await call('POST', '/reset'); refresh() } }
refresh()
setInterval(refresh, 2000)
`
