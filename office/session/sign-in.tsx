import type { SignedIn } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { Act } from '../ui/act.tsx'
import { Form } from '../ui/form.tsx'
import { keptEmail } from '../ui/kept.ts'
import { answerPasskey, hasPasskeys } from './passkey.ts'

/** The sign-in: password or passkey, then the authenticator's code if the account has one. */
export function SignIn({ wasEnded, onSignedIn }: { wasEnded: boolean; onSignedIn: () => void }) {
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
      {wasEnded && (
        <p class="notice" role="status">
          Votre session a été fermée. Connectez-vous de nouveau pour continuer où vous étiez.
        </p>
      )}
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
          { name: 'email', label: 'Adresse e-mail', kind: 'email', autocomplete: 'username', value: keptEmail() },
          { name: 'password', label: 'Mot de passe', kind: 'secret', autocomplete: 'current-password' },
        ]}
        submit="Se connecter"
        hasFocus
        run={async ({ email = '', password = '' }) => onAnswer(await asGuest(() => client.signIn(email, password)))}
        onDone={() => {}}
      />
      {hasPasskeys && (
        <Form
          submit="Se connecter avec une clé d'accès"
          tone="other"
          run={async () => {
            const json = await answerPasskey()
            onAnswer(await asGuest(() => client.signInByPasskey(json)))
          }}
          onDone={() => {}}
        />
      )}
      <div class="buttons">
        <Act
          label="Mot de passe oublié ?"
          title="Mot de passe oublié ?"
          fields={[{ name: 'email', label: 'Votre adresse e-mail', kind: 'email', autocomplete: 'username' }]}
          submit="Recevoir un lien"
          run={({ email = '' }) => asGuest(() => ask(() => client.passwords.forgot.$post({ json: { email } })))}
          done="Si un compte a cette adresse, un lien est parti par e-mail."
          onDone={() => {}}
        >
          <p>Un lien arrive par e-mail : il ouvre la page où choisir un nouveau mot de passe.</p>
        </Act>
      </div>
      <p class="soft">Réservé à l'équipe : administration, support et comptabilité.</p>
    </section>
  )
}

type CodeProps = { pendingToken: string; onSignedIn: () => void; onCancel: () => void }

function CodeStep({ pendingToken, onSignedIn, onCancel }: CodeProps) {
  const [isBackup, setBackup] = useState(false)
  return (
    <section class="panel">
      <h2>Double authentification</h2>
      <Form
        key={isBackup}
        fields={[
          isBackup
            ? { name: 'code', label: 'Un de vos codes de secours' }
            : { name: 'code', label: "Code de l'application d'authentification", kind: 'code' },
        ]}
        submit="Continuer"
        hasFocus
        run={({ code = '' }) =>
          asGuest(() => client.answerTotp(pendingToken, /^\d{6}$/.test(code) ? { code } : { backupCode: code }))
        }
        onDone={onSignedIn}
        onCancel={onCancel}
      />
      <p class="again">
        <button type="button" onClick={() => setBackup(!isBackup)}>
          {isBackup ? "Utiliser l'application" : 'Utiliser un code de secours'}
        </button>
      </p>
    </section>
  )
}

/** Makes a guest's call. Refusals are shown as they are; only a lost connection gets other words. */
async function asGuest<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof TypeError) throw new Error('Le service ne répond pas. Vérifiez la connexion, puis réessayez.')
    throw error
  }
}

/** Reads the signed-in person; throws a 401 if nobody is signed in. */
export const findMe = () => ask(() => client.accounts.me.$get())
