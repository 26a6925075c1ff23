/**
 * The script of a web front end that keeps a person signed in, in plain JavaScript: cookies that it cannot read, one of
 * which makes the browser a known device; authenticator codes, passkeys, and the challenge for guests.
 * Data reaches the page as text only, never as HTML.
 */
export const accountScript = String.raw`
const byId = (id) => document.getElementById(id)
const show = (id, isShown) => { byId(id).hidden = !isShown }
const item = (...parts) => {
  const node = document.createElement('li')
  node.append(...parts)
  return node
}
const fill = (id, items) => byId(id).replaceChildren(...items)

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16))
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
/** Solves a guest's proof of work: counts up until a key begins as the challenge asks. The library altcha does the same. */
const solve = async (challenge) => {
  const { salt, nonce, cost, keyLength, keyPrefix } = challenge.parameters
  const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0])
  for (let counter = 0; ; counter++) {
    new DataView(password.buffer).setUint32(password.length - 4, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost }
    const derivedKey = hexOf(new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8)))
    if (derivedKey.startsWith(keyPrefix)) return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
  }
}
const ask = async (method, path, body, solution) => {
  const answer = await fetch(API + path, {
    method,
    credentials: 'include',
    headers: { ...(body && { 'content-type': 'application/json' }), ...(solution && { 'x-challenge': solution }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, error } = await answer.json()
  if (error?.reason === 'CHALLENGE_REQUIRED' && !solution)
    return ask(method, path, body, await solve(await ask('GET', '/auth/challenge')))
  if (error) throw Object.assign(new Error(error.message), { reason: error.reason ?? error.code })
  return data
}
/** Makes a call. An access token lives for a quarter of an hour; if it has expired, it is renewed once and the call is made again. */
const call = async (method, path, body) => {
  try {
    return await ask(method, path, body)
  } catch (error) {
    if (error.reason === 'REAUTH_REQUIRED') {
      await prove()
      return call(method, path, body)
    }
    if (error.reason !== 'TOKEN_EXPIRED' && error.reason !== 'UNAUTHORIZED') throw error
    await ask('POST', '/auth/refresh-token')
    return ask(method, path, body)
  }
}
/** Calls that need the owner's proof wait here until one is accepted; a wrong proof is shown, and another may follow. */
let proved
const prove = () => {
  show('prove', true)
  byId('prove').proof.focus()
  return new Promise((resolve) => { proved = resolve })
}
const giveProof = async (proof) => {
  await call('POST', '/auth/reauthenticate', proof)
  byId('prove').reset()
  show('prove', false)
  proved()
}
const answerPasskey = async () => {
  const { challengeId, options } = await ask('POST', '/auth/passkey/login/options', {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return { challengeId, response: (await navigator.credentials.get({ publicKey })).toJSON() }
}

let pendingToken
const showOnly = (state) => { for (const id of ['guest', 'challenge', 'account', 'undo', 'reset']) show(id, id === state) }
const afterSignIn = (data) => {
  if (!data.requiresTotp) return refresh()
  pendingToken = data.pendingToken
  showOnly('challenge')
}
const refresh = async () => {
  const me = await call('GET', '/auth/me').catch(() => undefined)
  if (!me) return showOnly('guest')
  const [{ passkeys }, { sessions }] = await Promise.all([call('GET', '/auth/passkey'), call('GET', '/auth/sessions')])
  byId('who').textContent = me.email
  byId('totp-state').textContent = me.totpEnabled ? 'activée' : 'désactivée'
  show('totp-start', !me.totpEnabled)
  show('recovery', Boolean(me.recoveryPendingUntil))
  byId('recovery-until').textContent = me.recoveryPendingUntil ? new Date(me.recoveryPendingUntil).toLocaleString('fr') : ''
  show('staff', ['ADMIN', 'ACCOUNTANT', 'SUPPORT'].includes(me.role) && !me.totpEnabled && me.passkeyCount === 0)
  fill('passkeys', passkeys.map((passkey) => {
    const button = document.createElement('button')
    button.textContent = 'Supprimer'
    button.onclick = act(() => call('DELETE', '/auth/passkey/' + passkey.id).then(refresh))
    return item(passkey.name + (passkey.lastUsedAt ? ', déjà utilisée ' : ', jamais utilisée '), button)
  }))
  fill('sessions', sessions.map((each) => item((each.deviceName ?? 'appareil inconnu') + (each.current ? ' (celui-ci)' : ''))))
  showOnly('account')
}

/** Makes a handler that runs the work of a button or a form and shows its result. */
const act = (work) => async (event) => {
  event.preventDefault()
  byId('said').textContent = '…'
  try {
    await work(event.target)
    byId('said').textContent = 'Fait.'
  } catch (error) {
    byId('said').textContent = error.message
  }
}
const field = (form, name) => new FormData(form).get(name)

byId('password').onsubmit = act(async (form) =>
  afterSignIn(await ask('POST', '/auth/login/password', { email: field(form, 'email'), password: field(form, 'password') })))
byId('with-passkey').onclick = act(async () => {
  await afterSignIn(await ask('POST', '/auth/passkey/login/verify', await answerPasskey()))
})
byId('challenge').onsubmit = act(async (form) => {
  const typed = field(form, 'code').trim()
  const proof = /^\d{6}$/.test(typed) ? { code: typed } : { backupCode: typed }
  await afterSignIn(await ask('POST', '/auth/login/totp', { pendingToken, ...proof }))
})
byId('totp-start').onclick = act(async () => {
  const { qrCode } = await call('POST', '/auth/totp/setup')
  byId('qr').src = qrCode
  show('totp', true)
})
byId('totp').onsubmit = act(async (form) => {
  const { backupCodes } = await call('POST', '/auth/totp/confirm', { code: field(form, 'code') })
  fill('backup-codes', backupCodes.map((code) => item(code)))
  show('totp', false)
  await refresh()
})
byId('add-passkey').onclick = act(async () => {
  const { challengeId, options } = await call('POST', '/auth/passkey/register/options')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const response = (await navigator.credentials.create({ publicKey })).toJSON()
  await call('POST', '/auth/passkey/register/verify', { challengeId, response })
  await refresh()
})
byId('sign-out').onclick = act(async () => {
  await call('POST', '/auth/logout')
  fill('backup-codes', [])
  showOnly('guest')
})
byId('prove').onsubmit = act((form) => {
  const typed = field(form, 'proof').trim()
  if (/^\d{6}$/.test(typed)) return giveProof({ code: typed })
  return giveProof(/^[a-z2-7]{5}-[a-z2-7]{5}$/i.test(typed) ? { backupCode: typed } : { password: typed })
})
byId('prove-passkey').onclick = act(async () => giveProof(await answerPasskey()))
byId('stop-recovery').onclick = act(() => call('POST', '/auth/recovery/cancel').then(refresh))

/** Links in mails act only after a click: programs that scan mails open links as well. */
const token = new URLSearchParams(location.search).get('token')
const leave = () => { history.replaceState(null, '', '/account'); return refresh() }
byId('undo-it').onclick = act(() => ask('POST', '/auth/changes/undo', { token }).then(leave))
byId('reset').onsubmit = act((form) =>
  ask('POST', '/auth/password/reset', { token, newPassword: field(form, 'newPassword') }).then(leave))
if (location.pathname === '/annuler') showOnly('undo')
else if (location.pathname === '/reinitialiser') showOnly('reset')
else refresh()
`
