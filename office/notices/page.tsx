import type { Notification } from '@soko/client'
import { ask, client } from '../api.ts'
import { DESK, useMay } from '../role.ts'
import { ago } from '../show.ts'
import { Act } from '../ui/act.tsx'
import { Card, Cards, Tag } from '../ui/card.tsx'
import { Choice } from '../ui/choice.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'

const SHOWN = [
  { value: '', label: 'Toutes' },
  { value: 'true', label: 'Non lues' },
]

/** The notices of the signed-in person, the newest first. */
export function NoticesPage() {
  const [page, setPage] = useKept('notifications : page', 1)
  const [unread, setUnread] = useKept('notifications : non lues', '')
  const query = { page: String(page), ...(unread && { unread: 'true' as const }) }
  const loaded = useLoad(() => ask(() => client.notifications.index.$get({ query })), [page, unread])
  return (
    <>
      <h1>Notifications</h1>
      <Load of={loaded}>
        {({ notifications, pagination, unreadCount }) => (
          <>
            <div class="tools">
              <Choice
                label="Montrer"
                options={SHOWN}
                value={unread}
                onChoice={(chosen) => {
                  setPage(1)
                  setUnread(chosen)
                }}
              />
              {unreadCount > 0 && (
                <Act
                  label={`Tout marquer comme lu (${unreadCount})`}
                  title="Tout marquer comme lu ?"
                  submit="Marquer"
                  run={(_) => ask(() => client.notifications['read-all'].$post(undefined))}
                  done="Tout est lu."
                  onDone={loaded.reload}
                />
              )}
            </div>
            <Cards empty="Aucune notification.">
              {notifications.map((notice) => (
                <NoticeCard key={notice.id} notice={notice} reload={loaded.reload} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}

function NoticeCard({ notice, reload }: { notice: Notification; reload: () => void }) {
  const { id, title, body, data, readAt, createdAt } = notice
  const param = { id }
  const of = client.notifications[':id']
  const may = useMay()
  const place = placeOf(data)
  return (
    <Card
      title={title}
      tag={!readAt && <Tag tone="wait">non lue</Tag>}
      buttons={
        <>
          {place && may(DESK) && (
            <a class="button" href={place}>
              Ouvrir
            </a>
          )}
          {!readAt && (
            <button type="button" onClick={() => ask(() => of.read.$post({ param })).then(reload, reload)}>
              Marquer comme lue
            </button>
          )}
          <Act
            label="Supprimer"
            title="Supprimer cette notification ?"
            tone="no"
            run={() => ask(() => of.$delete({ param }))}
            done="Notification supprimée."
            onDone={reload}
          />
        </>
      }
    >
      <p class="text">{body}</p>
      <p class="soft">{ago(createdAt)}</p>
    </Card>
  )
}

/** The page of the thing that a notice is about, if the office has one. */
function placeOf({ ticketId, orderId, incidentId }: Notification['data']): string | undefined {
  if (ticketId) return `#/tickets/${ticketId}`
  if (orderId) return `#/commandes/${orderId}`
  return incidentId && '#/incidents'
}
