import type { SignedIn } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { Form } from '../ui/act.tsx'
import { answerPasskey, hasPasskeys } from './passkey.ts'

/** Everything before somebody is there: password or passkey, then the authenticator's code where the account has one. */
export function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [pendingToken, setPendingToken] = useState('')
  const take = (signedIn: SignedIn) => {
    if ('requiresTotp' in signedIn) setPendingToken(signedIn.pendingToken)
    else onSignedIn()
  }
  return (
    <main class="entry">
      <h1>
        Soko <small>bureau</small>
      </h1>
      {pendingToken ? (
        <CodeStep key="code" pendingToken={pendingToken} onSignedIn={onSignedIn} onCancel={() => setPendingToken('')} />
      ) : (
        <PasswordStep key="password" onAnswer={take} />
      )}
    </main>
  )
}

function PasswordStep({ onAnswer }: { onAnswer: (signedIn: SignedIn) => void }) {
  return (
    <section class="panel">
      <h2>Se connecter</h2>
      <Form
        fields={[
          { name: 'email', label: 'Adresse e-mail', kind: 'email', autocomplete: 'username' },
          { name: 'password', label: 'Mot de passe', kind: 'secret', autocomplete: 'current-password' },
        ]}
        submit="Se connecter"
        run={async ({ email = '', password = '' }) => onAnswer(await asGuest(() => client.signIn(email, password)))}
        onDone={() => {}}
      />
      {hasPasskeys && (
        <Form
          submit="Se connecter avec une clé d'accès"
          tone="no"
          run={async () => {
            const json = await answerPasskey()
            onAnswer(await asGuest(() => client.signInByPasskey(json)))
          }}
          onDone={() => {}}
        />
      )}
      <p class="soft">Réservé à l'équipe : administration, support et comptabilité.</p>
    </section>
  )
}

type CodeProps = { pendingToken: string; onSignedIn: () => void; onCancel: () => void }

function CodeStep({ pendingToken, onSignedIn, onCancel }: CodeProps) {
  return (
    <section class="panel">
      <h2>Double authentification</h2>
      <Form
        fields={[
          {
            name: 'code',
            label: "Code de l'application d'authentification",
            kind: 'code',
            hint: 'Sans votre téléphone : un de vos codes de secours.',
          },
        ]}
        submit="Continuer"
        run={({ code = '' }) =>
          asGuest(() => client.answerTotp(pendingToken, /^\d{6}$/.test(code) ? { code } : { backupCode: code }))
        }
        onDone={onSignedIn}
        onCancel={onCancel}
      />
    </section>
  )
}

/** A guest's own refusals are shown as they are; only a lost connection needs other words. */
async function asGuest<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof TypeError) throw new Error('Le service ne répond pas. Vérifiez la connexion, puis réessayez.')
    throw error
  }
}

/** Who is signed in, or nobody. */
export const findMe = () => ask(() => client.accounts.me.$get())
