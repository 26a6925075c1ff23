import type { Me } from '@soko/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client, frame } from './api.ts'
import { Frame } from './frame.tsx'
import { Myself, STAFF } from './role.ts'
import { Prove } from './session/prove.tsx'
import { findMe, SignIn } from './session/sign-in.tsx'
import { forgetKept, keepFor, mayBeSignedIn, rememberSession } from './ui/kept.ts'
import { StatusLine } from './ui/said.tsx'

type Who = Me | 'nobody' | 'ended' | 'asking' | { failed: string }

/** The whole page: the sign-in, or the office for a member of the team. */
export function App() {
  const [who, setWho] = useState<Who>('asking')
  const hasSignedIn = useRef(false)
  const enter = (me: Me) => {
    keepFor(me)
    rememberSession(true)
    setWho(me)
  }
  const lookWho = () =>
    findMe().then(enter, (error: Error & { status?: number }) => {
      if (error.status !== 401) return setWho({ failed: error.message })
      rememberSession(false)
      setWho('nobody')
    })
  frame.signedOut = () => setWho((before) => (typeof before === 'object' && 'role' in before ? 'ended' : 'nobody'))
  useEffect(() => {
    // A question that can only be refused is not asked.
    if (mayBeSignedIn()) lookWho()
    else setWho('nobody')
  }, [])
  const left = () => {
    forgetKept()
    rememberSession(false)
    setWho('nobody')
  }
  const signedIn = () => {
    hasSignedIn.current = true
    lookWho()
  }
  const leave = () => client.signOut().then(left, left)
  return (
    <>
      {who === 'asking' && <p class="starting">Le bureau s'ouvre…</p>}
      {(who === 'nobody' || who === 'ended') && <SignIn wasEnded={who === 'ended'} onSignedIn={signedIn} />}
      {typeof who === 'object' && 'failed' in who && <Closed text={who.failed} label="Réessayer" onClick={lookWho} />}
      {typeof who === 'object' && 'role' in who && !STAFF.some((role) => role === who.role) && (
        <Closed
          text="Cette page est celle de l'équipe : votre compte n'y a pas accès."
          label="Se déconnecter"
          onClick={leave}
        />
      )}
      {typeof who === 'object' && 'role' in who && STAFF.some((role) => role === who.role) && (
        <Myself.Provider value={who}>
          <Frame onLeave={leave} onChanged={lookWho} hasSignedIn={hasSignedIn.current} />
          <Prove />
        </Myself.Provider>
      )}
      <StatusLine />
    </>
  )
}

const Closed = ({ text, label, onClick }: { text: string; label: string; onClick: () => void }) => (
  <main class="entry">
    <h1>
      Soko <small>bureau</small>
    </h1>
    <p class="refusal" role="alert">
      {text}
    </p>
    <button type="button" onClick={onClick}>
      {label}
    </button>
  </main>
)
