import type { BroadcastBody, User } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { Act } from '../ui/act.tsx'
import { Choice } from '../ui/choice.tsx'
import { choices } from '../words.ts'
import { PeopleChoice } from './people.tsx'

type Role = NonNullable<BroadcastBody['audience']['role']>
const ROLES: Role[] = ['BUYER', 'SELLER', 'RIDER', 'SUPPORT', 'ACCOUNTANT', 'ADMIN']
const EVERYBODY: Record<Role, string> = {
  BUYER: 'Tous les acheteurs',
  SELLER: 'Tous les vendeurs',
  RIDER: 'Tous les livreurs',
  SUPPORT: 'Tout le support',
  ACCOUNTANT: 'Toute la comptabilité',
  ADMIN: "Toute l'administration",
}
const SOME = 'SOME'

/** Sends a notice in the app to everybody of a role, or to some people by name. */
export function BroadcastPage() {
  const [whom, setWhom] = useState<Role | typeof SOME>('SELLER')
  const [people, setPeople] = useState<User[]>([])
  const [recipients, setRecipients] = useState<number>()
  const words = whom === SOME ? `${people.length} personne${people.length > 1 ? 's' : ''}` : EVERYBODY[whom]
  const audience = whom === SOME ? { userIds: people.map(({ id }) => id) } : { role: whom }
  return (
    <>
      <h1>Annonces</h1>
      {recipients !== undefined && (
        <p class="notice good" role="status">
          L'annonce est partie : {recipients} personne{recipients > 1 ? 's' : ''} la{' '}
          {recipients > 1 ? 'liront' : 'lira'} dans l'application.
        </p>
      )}
      <section class="panel">
        <h2>À qui ?</h2>
        <Choice
          label="Destinataires"
          options={[
            ...choices((role) => EVERYBODY[role as Role], ...ROLES),
            { value: SOME, label: 'Des personnes choisies' },
          ]}
          value={whom}
          onChoice={(chosen) => setWhom(chosen as Role | typeof SOME)}
        />
        {whom === SOME && <PeopleChoice people={people} onChange={setPeople} />}
        {(whom !== SOME || people.length > 0) && (
          <div class="buttons">
            <Act
              label="Écrire l'annonce"
              title={`Annonce : ${words}`}
              tone="yes"
              submit="Envoyer"
              fields={[
                { name: 'title', label: 'Titre', maxLength: 120 },
                { name: 'body', label: 'Message', kind: 'area', maxLength: 2000 },
              ]}
              run={async ({ title = '', body = '' }) => {
                const sent = await ask(() => client.notifications.index.$post({ json: { audience, title, body } }))
                setRecipients(sent.recipients)
              }}
              done="L'annonce est partie."
              onDone={() => setPeople([])}
            >
              <p>Elle arrive dans l'application, sans e-mail ni SMS, et ne se reprend pas.</p>
            </Act>
          </div>
        )}
      </section>
    </>
  )
}
