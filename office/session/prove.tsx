import { useState } from 'preact/hooks'
import { ask, client, frame } from '../api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { answerPasskey, hasPasskeys } from './passkey.ts'

type Waiting = (isProved: boolean) => void

/** Asks for the owner if the service wants a proof of the last ten minutes; the waiting call then goes on. */
export function Prove() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  frame.prove = () => new Promise((resolve) => setWaiting(() => resolve))
  if (!waiting) return null
  const end = (isProved: boolean) => {
    setWaiting(null)
    waiting(isProved)
  }
  return (
    <Dialog title="C'est bien vous ?" onClose={() => end(false)}>
      <Form
        fields={[
          {
            name: 'proof',
            label: "Code de l'application, code de secours ou mot de passe",
            kind: 'secret',
            autocomplete: 'current-password',
          },
        ]}
        submit="Continuer"
        run={({ proof = '' }) => ask(() => client.ownership.reauthenticate.$post({ json: proofOf(proof) }))}
        onDone={() => end(true)}
        onCancel={() => end(false)}
      >
        <p>Ce changement demande une preuve de moins de 10 minutes.</p>
      </Form>
      {hasPasskeys && (
        <Form
          submit="Avec une clé d'accès"
          run={async () => {
            const json = await answerPasskey()
            return ask(() => client.ownership.reauthenticate.$post({ json }))
          }}
          onDone={() => end(true)}
        />
      )}
    </Dialog>
  )
}

function proofOf(typed: string) {
  if (/^\d{6}$/.test(typed)) return { code: typed }
  return /^[a-z2-7]{5}-[a-z2-7]{5}$/i.test(typed) ? { backupCode: typed } : { password: typed }
}
