import type { SetUpTotpAnswer } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { useMe } from '../role.ts'
import { deviceWords, when } from '../show.ts'
import { Act } from '../ui/act.tsx'
import { Card, Cards, Tag } from '../ui/card.tsx'
import { save } from '../ui/files.tsx'
import { Form } from '../ui/form.tsx'
import { Load, useLoad } from '../ui/load.tsx'
import { say } from '../ui/said.tsx'

/** The person's own account: the second factor without which the team cannot work, and the signed-in devices. */
export function AccountPage({ onChanged }: { onChanged: () => void }) {
  const me = useMe()
  const [hasCodes, setHasCodes] = useState(false)
  return (
    <>
      <h1>Mon compte</h1>
      <section class="panel">
        <h2>
          Application d'authentification{' '}
          {me.totpEnabled || hasCodes ? <Tag tone="good">activée</Tag> : <Tag tone="bad">désactivée</Tag>}
        </h2>
        <Authenticator isOn={me.totpEnabled} onConfirmed={() => setHasCodes(true)} onChanged={onChanged} />
      </section>
      <Devices />
    </>
  )
}

type AuthenticatorProps = { isOn: boolean; onConfirmed: () => void; onChanged: () => void }

function Authenticator({ isOn, onConfirmed, onChanged }: AuthenticatorProps) {
  const [setUp, setSetUp] = useState<SetUpTotpAnswer>()
  const [codes, setCodes] = useState<string[]>([])
  if (codes.length > 0)
    return (
      <>
        <p>
          Gardez ces codes de secours en lieu sûr : chacun remplace une fois le téléphone. Ils ne seront plus montrés.
        </p>
        <ul class="codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div class="buttons">
          <button type="button" onClick={() => save(new Blob([codes.join('\n')]), 'soko-codes-de-secours.txt')}>
            Télécharger les codes
          </button>
          <button type="button" class="yes" onClick={onChanged}>
            Je les ai gardés
          </button>
        </div>
      </>
    )
  if (isOn) return <p class="soft">Chaque connexion demande un code de votre téléphone.</p>
  if (!setUp)
    return (
      <Form
        submit="Activer"
        run={async () => setSetUp(await ask(() => client.totp.setup.$post()))}
        onDone={() => say('Scannez le code QR avec votre application.')}
      >
        <p>L'équipe travaille avec un second facteur : une application comme Google Authenticator ou Aegis.</p>
      </Form>
    )
  return (
    <Form
      fields={[{ name: 'code', label: "Code affiché par l'application", kind: 'code' }]}
      submit="Confirmer"
      run={async ({ code = '' }) =>
        setCodes((await ask(() => client.totp.confirm.$post({ json: { code } }))).backupCodes)
      }
      onDone={() => {
        say('Double authentification activée.')
        onConfirmed()
      }}
    >
      <img class="qr" src={setUp.qrCode} alt="Code QR à scanner" width={240} height={240} />
      <p>
        Ou tapez cette clé : <code>{setUp.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
    </Form>
  )
}

function Devices() {
  const loaded = useLoad(() => ask(() => client.sessions.sessions.$get()), [])
  return (
    <section class="panel">
      <h2>Appareils connectés</h2>
      <Load of={loaded}>
        {({ sessions }) => (
          <Cards>
            {sessions.map(({ id, deviceName, current, lastUsedAt }) => (
              <Card
                key={id}
                title={deviceWords(deviceName)}
                tag={current && <Tag tone="good">celui-ci</Tag>}
                buttons={
                  !current && (
                    <Act
                      label="Déconnecter"
                      title="Déconnecter cet appareil ?"
                      tone="no"
                      run={() =>
                        ask(() => client.sessions.sessions[':sessionId'].$delete({ param: { sessionId: id } }))
                      }
                      done="Appareil déconnecté."
                      onDone={loaded.reload}
                    />
                  )
                }
              >
                <p class="soft">Vu {when(lastUsedAt)}</p>
              </Card>
            ))}
          </Cards>
        )}
      </Load>
    </section>
  )
}
