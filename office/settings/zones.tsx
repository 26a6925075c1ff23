import type { DeliveryZone, UpdateZoneBody } from '@soko/client'
import { ask, client } from '../api.ts'
import { money, number } from '../show.ts'
import { Act } from '../ui/act.tsx'
import { Card, Cards, Facts, Tag } from '../ui/card.tsx'
import type { FieldSpec, Values } from '../ui/fields.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { useLeapCheck } from '../ui/second-look.ts'
import { COUNTRIES, CURRENCIES } from '../words.ts'

/** Zones in which riders deliver, with the fee of each. */
export function ZonesPage() {
  const [page, setPage] = useKept('zones : page', 1)
  const loaded = useLoad(() => ask(() => client.zones.index.$get({ query: { page: String(page) } })), [page])
  return (
    <>
      <h1>Zones de livraison</h1>
      <div class="tools">
        <Act
          label="Nouvelle zone"
          title="Nouvelle zone"
          tone="yes"
          fields={fieldsOf()}
          submit="Créer"
          run={(values) => ask(() => client.zones.index.$post({ json: zoneOf(values) }))}
          done="Zone créée."
          onDone={loaded.reload}
        />
      </div>
      <Load of={loaded}>
        {({ zones, pagination }) => (
          <>
            <Cards empty="Aucune zone.">
              {zones.map((zone) => (
                <ZoneCard key={zone.id} zone={zone} reload={loaded.reload} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}

function ZoneCard({ zone, reload }: { zone: DeliveryZone; reload: () => void }) {
  const param = { id: zone.id }
  const of = client.zones[':id']
  const checkLeaps = useLeapCheck()
  return (
    <Card
      of={zone.id}
      title={zone.name}
      tag={zone.isOpen ? <Tag tone="good">ouverte</Tag> : <Tag tone="bad">fermée</Tag>}
      buttons={
        <>
          <Act
            label="Modifier"
            title={`Modifier ${zone.name}`}
            fields={fieldsOf(zone)}
            submit="Enregistrer"
            run={async (values) => {
              if (values.feeCurrency === zone.feeCurrency)
                checkLeaps([{ label: 'Frais', old: zone.fee, next: values.fee, unit: zone.feeCurrency }])
              return ask(() => of.$put({ param, json: zoneOf(values) }))
            }}
            done="Zone modifiée."
            onDone={reload}
          />
          <Act
            label={zone.isOpen ? 'Fermer la zone' : 'Ouvrir la zone'}
            title={`${zone.isOpen ? 'Fermer' : 'Ouvrir'} ${zone.name} ?`}
            tone={zone.isOpen ? 'no' : 'yes'}
            run={() => ask(() => of.$put({ param, json: { isOpen: !zone.isOpen } }))}
            done={zone.isOpen ? 'Zone fermée.' : 'Zone ouverte.'}
            onDone={reload}
          >
            <p>
              {zone.isOpen
                ? 'Plus aucune livraison n’y est commandée ; les courses commencées se terminent.'
                : 'On peut de nouveau y commander une livraison.'}
            </p>
          </Act>
          <Act
            label="Supprimer"
            title={`Supprimer ${zone.name} ?`}
            tone="no"
            run={() => ask(() => of.$delete({ param }))}
            done="Zone supprimée."
            onDone={reload}
          >
            <p>Elle quitte la liste pour de bon. Pour un temps, fermez-la plutôt.</p>
          </Act>
        </>
      }
    >
      <Facts
        of={[
          ['Ville', `${zone.city}, ${zone.country === 'CD' ? 'RD Congo' : 'Rwanda'}`],
          ['Frais', money(zone.fee, zone.feeCurrency)],
          ['Rayon', `${String(zone.radiusKm).replace('.', ',')} km`],
        ]}
      />
    </Card>
  )
}

const CENTRE =
  'Sur une carte en ligne, appuyez longtemps sur le centre : elle dit les deux nombres, comme -2,508 et 28,861.'
const degrees = (text = '') => Number(text.replace(',', '.'))

const fieldsOf = (zone?: DeliveryZone): FieldSpec[] => [
  { name: 'name', label: 'Nom', value: zone?.name ?? '' },
  { name: 'country', label: 'Pays', kind: 'select', options: COUNTRIES, value: zone?.country ?? 'CD' },
  { name: 'city', label: 'Ville', value: zone?.city ?? '' },
  { name: 'lat', label: 'Latitude du centre', hint: CENTRE, value: number(zone?.lat ?? '') },
  { name: 'lng', label: 'Longitude du centre', value: number(zone?.lng ?? '') },
  { name: 'radiusKm', label: 'Rayon en km', kind: 'number', value: String(zone?.radiusKm ?? '') },
  { name: 'fee', label: 'Frais de livraison', kind: 'amount', value: zone?.fee ?? '' },
  {
    name: 'feeCurrency',
    label: 'Monnaie',
    kind: 'select',
    options: CURRENCIES.filter(({ value }) => value !== 'RWF'),
    value: zone?.feeCurrency ?? 'USD',
  },
]

const zoneOf = ({ lat, lng, radiusKm, ...texts }: Values) =>
  ({ ...texts, lat: degrees(lat), lng: degrees(lng), radiusKm: Number(radiusKm) }) as UpdateZoneBody
