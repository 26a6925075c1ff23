import type { UserFile } from '@soko/client'
import { ask, client } from '../api.ts'
import { ADMIN, useMay, useMe } from '../role.ts'
import { phone, when } from '../show.ts'
import { Act, reason } from '../ui/act.tsx'
import { Facts, Tag } from '../ui/card.tsx'
import { keep } from '../ui/kept.ts'
import { Load, useLoad } from '../ui/load.tsx'
import { choices, roleWord } from '../words.ts'

/** A person's account as staff see it, with the acts that staff may do. */
export function PersonPage({ id }: { id: string }) {
  const loaded = useLoad(() => ask(() => client.users[':id'].$get({ param: { id } })), [id])
  return (
    <>
      <p>
        <a class="back" href="#/personnes">
          Toutes les personnes
        </a>
      </p>
      <Load of={loaded}>{(user) => <Person user={user} reload={loaded.reload} />}</Load>
    </>
  )
}

/** Opens the page of orders with a search for this person's orders. */
function searchOrders(email: string): void {
  keep('commandes : recherche', email)
  keep('commandes : page', 1)
  location.hash = '#/commandes'
}

type Props = { user: UserFile; reload: () => void }

const Person = ({ user, reload }: Props) => (
  <>
    <div class="head">
      <h1>{user.name}</h1>
      <Tag>{roleWord(user.role)}</Tag>
      {user.isBlocked && <Tag tone="bad">bloqué</Tag>}
      {user.deletedAt && <Tag tone="bad">supprimé</Tag>}
    </div>
    <section class="panel">
      <Facts
        of={[
          ['E-mail', `${user.email}${user.isEmailVerified ? '' : ' (pas confirmée)'}`],
          ['Téléphone', user.phone && `${phone(user.phone)}${user.isPhoneVerified ? '' : ' (pas confirmé)'}`],
          ['Bloqué parce que', user.blockReason],
          ["N'approuve rien avant", user.approvalsHeldUntil && when(user.approvalsHeldUntil)],
          ['Commandes', String(user.ordersCount)],
          ['Appareils connectés', String(user.sessionsCount)],
          ['Dernière connexion', user.lastLoginAt && when(user.lastLoginAt)],
          ['Inscrit', when(user.createdAt)],
          ['Supprimé', user.deletedAt && when(user.deletedAt)],
        ]}
      />
    </section>
    <Buttons user={user} reload={reload} />
  </>
)

function Buttons({ user, reload }: Props) {
  const me = useMe()
  const may = useMay()
  const { id, name } = user
  const param = { id }
  const of = client.userAccess[':id']
  if (id === me.id) return <p class="soft">C'est vous : un autre membre de l'équipe agit sur votre compte.</p>
  return (
    <div class="buttons">
      {user.ordersCount > 0 && (
        <button type="button" onClick={() => searchOrders(user.email)}>
          Voir ses commandes
        </button>
      )}
      {user.isBlocked ? (
        <Act
          label="Débloquer"
          title={`Débloquer ${name} ?`}
          tone="yes"
          fields={[{ name: 'reason', label: 'Raison', kind: 'area', isOptional: true }]}
          run={({ reason }) => ask(() => of.unblock.$post({ param, json: reason ? { reason } : {} }))}
          done={`${name} peut de nouveau se connecter.`}
          onDone={reload}
        />
      ) : (
        <Act
          label="Bloquer"
          title={`Bloquer ${name} ?`}
          tone="no"
          fields={[reason]}
          run={({ reason = '' }) => ask(() => of.block.$post({ param, json: { reason } }))}
          done={`Le compte de ${name} est bloqué.`}
          onDone={reload}
        >
          <p>Tous ses appareils sont déconnectés{user.role === 'SELLER' && ', et ses boutiques quittent la vente'}.</p>
        </Act>
      )}
      <Act
        label="Déconnecter partout"
        title={`Déconnecter ${name} partout ?`}
        run={(_) => ask(() => of['force-logout'].$post({ param, json: {} }))}
        done={`Les appareils de ${name} sont déconnectés.`}
        onDone={reload}
      />
      {may(ADMIN) && <RoleButton user={user} reload={reload} />}
      {may(ADMIN) && user.deletedAt && (
        <Act
          label="Rétablir le compte"
          title={`Rétablir le compte de ${name} ?`}
          tone="yes"
          fields={[
            {
              name: 'email',
              label: 'Autre adresse e-mail',
              isOptional: true,
              hint: 'Seulement si celle du compte a été prise par un autre depuis.',
            },
          ]}
          run={({ email }) => ask(() => of.restore.$post({ param, json: email ? { email } : {} }))}
          done="Compte rétabli."
          onDone={reload}
        />
      )}
    </div>
  )
}

type Role = UserFile['role']
const ALL: Role[] = ['BUYER', 'SELLER', 'RIDER', 'SUPPORT', 'ACCOUNTANT', 'ADMIN']

const RoleButton = ({ user, reload }: Props) => (
  <Act
    label="Changer le rôle"
    title={`Changer le rôle de ${user.name} ?`}
    fields={[{ name: 'role', label: 'Rôle', kind: 'select', value: user.role, options: choices(roleWord, ...ALL) }]}
    run={({ role }) =>
      ask(() => client.users[':id'].role.$post({ param: { id: user.id }, json: { role: role as Role } }))
    }
    done="Rôle changé."
    onDone={reload}
  >
    <p>
      Cette personne est déconnectée partout, et aura d'autres droits dès sa prochaine connexion. Un rôle de l'équipe
      est annoncé à tous les administrateurs ; un nouvel administrateur n'approuve rien qui touche à l'argent pendant 24
      heures.
    </p>
  </Act>
)
