import type { Health } from '@soko/client'
import { useEffect } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { lawWords } from '../money/law-words.ts'
import { ago, number, when } from '../show.ts'
import { Facts, Tag } from '../ui/card.tsx'
import { Load, useLoad } from '../ui/load.tsx'
import { Day, seconds } from './day.tsx'
import { jobWords } from './words.ts'

const EVERY_MS = 60_000

/** The health of the service, now and in its last day; read again every minute while the page is visible. */
export function HealthPage() {
  const loaded = useLoad(() => ask(() => client.platform.platform.health.$get()), [])
  useEffect(() => {
    const timer = setInterval(() => document.hidden || loaded.reload(), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <h1>État du service</h1>
      <Load of={loaded}>
        {(health) => (
          <>
            <Ready reasons={health.notReady} />
            <Now of={health} />
            <section class="panel">
              <h2>Les dernières 24 heures</h2>
              <Day of={health.history} />
            </section>
            <Alerts of={health.history.alerts} />
            <Laws of={health.laws} />
            <Jobs of={health.ticks} />
          </>
        )}
      </Load>
    </>
  )
}

const Ready = ({ reasons }: { reasons: string[] }) =>
  reasons.length === 0 ? (
    <p class="notice good">Le service fait son travail.</p>
  ) : (
    <div class="refusal">
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </div>
  )

const since = (at: string | null) => at && ` (${ago(at)})`
const MB = 1_000_000

function Now({ of: { outbox, pushes, movements, database, backups } }: { of: Health }) {
  const percent = Math.floor((database.bytes / database.limitBytes) * 100)
  return (
    <section class="panel">
      <h2>Maintenant</h2>
      <Facts
        of={[
          ['Codes à envoyer', `${outbox.pendingCodes}${since(outbox.oldestCodeAt) ?? ''}`],
          ['Messages à envoyer', String(outbox.pending)],
          ['Messages perdus en 24 h', String(outbox.failed)],
          ['Notifications aux navigateurs', pushes.webPush ? 'oui' : 'clé absente'],
          ['Notifications aux applications', pushes.fcm ? 'oui' : 'clé absente'],
          ['Mouvements sans verdict', String(movements.open)],
          ['Plus ancienne question due', movements.oldestUnaskedAt ? ago(movements.oldestUnaskedAt) : 'aucune'],
          [
            'Base de données',
            `${number(Math.ceil(database.bytes / MB))} Mo sur ${number(database.limitBytes / MB)} (${percent} %)`,
          ],
          [
            'Dernière sauvegarde',
            backups.lastAt ? `${when(backups.lastAt)}, ${number(backups.rows ?? 0)} lignes` : 'aucune',
          ],
        ]}
      />
    </section>
  )
}

const Alerts = ({ of }: { of: Health['history']['alerts'] }) => (
  <section class="panel">
    <h2>Alertes</h2>
    {of.length === 0 ? (
      <p class="soft">Aucune depuis 24 heures.</p>
    ) : (
      <ul class="lines">
        {of.map(({ at, text, sentAt }) => (
          <li key={`${at} ${text}`}>
            <span>{text}</span>
            <span class="soft">
              {when(at)} {sentAt && <Tag tone="good">envoyée</Tag>}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

function Laws({ of }: { of: Health['laws'] }) {
  const broken = of.filter(({ ok }) => !ok)
  const oldest = of.map(({ checkedAt }) => checkedAt).sort()[0]
  return (
    <section class="panel">
      <h2>Contrôles des comptes</h2>
      {of.length === 0 ? (
        <p class="soft">Pas encore faits : ils le sont chaque heure.</p>
      ) : (
        <p>
          {broken.length === 0 ? <Tag tone="good">bons</Tag> : <Tag tone="bad">rompus : {broken.length}</Tag>} sur{' '}
          {of.length}
          {oldest && `, le plus ancien vérifié ${ago(oldest)}`}
        </p>
      )}
      {broken.length > 0 && (
        <ul class="lines">
          {broken.map(({ name, checkedAt }) => (
            <li key={name}>
              <span>{lawWords(name)}</span>
              <span class="soft">{ago(checkedAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The jobs: failing ones first, then those that left work undone. */
function Jobs({ of }: { of: Health['ticks'] }) {
  const order = ({ failing, left, job }: Health['ticks'][number]) => [
    failing ? 0 : 1,
    left > 0 ? 0 : 1,
    job.includes('*') ? 0 : 1,
  ]
  const jobs = [...of].sort((a, b) => order(a).join('').localeCompare(order(b).join('')))
  return (
    <section class="panel">
      <h2>Travaux</h2>
      <ul class="lines">
        {jobs.map(({ job, lastSuccessAt, lastDurationMs, left, failing }) => (
          <li key={job}>
            <span>
              {jobWords(job)} {failing && <Tag tone="bad">en échec</Tag>}{' '}
              {left > 0 && <Tag tone="wait">reste {left}</Tag>}
            </span>
            <span class="soft end">
              {lastSuccessAt ? `${ago(lastSuccessAt)}, ${seconds(lastDurationMs)}` : 'jamais'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
