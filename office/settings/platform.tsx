import type { PlatformSettings, UpdatePlatformSettingsBody } from '@soko/client'
import { ask, client } from '../api.ts'
import { ADMIN, useMay } from '../role.ts'
import { money, number } from '../show.ts'
import { Act } from '../ui/act.tsx'
import { Facts } from '../ui/card.tsx'
import type { FieldSpec } from '../ui/fields.tsx'
import { Load, useLoad } from '../ui/load.tsx'
import { useLeapCheck } from '../ui/second-look.ts'
import { choices, kycFor, moderationMode } from '../words.ts'

/**
 * Settings of the whole market: withdrawals, commission, identities, deliveries without a zone, tax, terms. Finance reads
 * them, an administrator changes them.
 */
export function PlatformPage() {
  const may = useMay()
  const loaded = useLoad(() => ask(() => client.wallet.settings.platform.$get()), [])
  return (
    <>
      <h1>Réglages du marché</h1>
      <Load of={loaded}>
        {(settings) => (
          <>
            {settings.settings.map((each) => (
              <Money key={each.currency} of={each} reload={loaded.reload} />
            ))}
            <Identity settings={settings} reload={loaded.reload} />
            <Delivery settings={settings} reload={loaded.reload} />
            <Invoicing settings={settings} reload={loaded.reload} />
            <Terms settings={settings} reload={loaded.reload} />
          </>
        )}
      </Load>
      {may(ADMIN) && <Moderation />}
    </>
  )
}

const set = (json: UpdatePlatformSettingsBody) => ask(() => client.wallet.settings.platform.$put({ json }))

/** A change that only an administrator may make. */
function Change(props: {
  title: string
  fields: FieldSpec[]
  /** Takes only the values that were changed: the others may be a colleague's by now. */
  run: (changed: Record<string, string>, values: Record<string, string>) => Promise<unknown>
  reload: () => void
  children?: string
}) {
  const may = useMay()
  if (!may(ADMIN)) return null
  const { title, fields, run, reload, children } = props
  return (
    <div class="buttons">
      <Act
        label="Changer"
        title={title}
        fields={fields}
        submit="Enregistrer"
        run={(values, changed) => run(changed, values)}
        done="Réglage changé."
        onDone={reload}
      >
        {children && <p>{children}</p>}
      </Act>
    </div>
  )
}

type OfCurrency = PlatformSettings['settings'][number]

function Money({ of, reload }: { of: OfCurrency; reload: () => void }) {
  const { currency, minPayout, maxPayoutPerDay, commissionRate } = of
  const checkLeaps = useLeapCheck()
  return (
    <section class="panel">
      <h2>En {currency}</h2>
      <Facts
        of={[
          ['Retrait minimum', money(minPayout, currency)],
          ['Retraits au plus en 24 heures', maxPayoutPerDay ? money(maxPayoutPerDay, currency) : 'sans limite'],
          ['Commission sur les ventes', `${number(commissionRate)} %`],
        ]}
      />
      <Change
        title={`Réglages en ${currency}`}
        fields={[
          { name: 'minPayout', label: 'Retrait minimum', kind: 'amount', value: minPayout },
          {
            name: 'maxPayoutPerDay',
            label: 'Retraits au plus en 24 heures',
            kind: 'amount',
            isOptional: true,
            value: maxPayoutPerDay ?? '',
            hint: 'Vide : sans limite.',
          },
          { name: 'commissionRate', label: 'Commission, en pour cent', kind: 'amount', value: commissionRate },
        ]}
        run={async ({ maxPayoutPerDay, ...changed }) => {
          checkLeaps([{ label: 'Commission', old: commissionRate, next: changed.commissionRate, unit: '%' }])
          return set({
            currency,
            ...changed,
            ...(maxPayoutPerDay !== undefined && { maxPayoutPerDay: maxPayoutPerDay || null }),
          })
        }}
        reload={reload}
      >
        La commission vaut pour les commandes acceptées désormais, les limites dès le prochain retrait.
      </Change>
    </section>
  )
}

type Props = { settings: PlatformSettings; reload: () => void }

const Identity = ({ settings: { kycRequiredFor }, reload }: Props) => (
  <section class="panel">
    <h2>Identité des vendeurs</h2>
    <p>{kycFor(kycRequiredFor)}.</p>
    <Change
      title="Quand exiger une identité vérifiée ?"
      fields={[
        {
          name: 'kycRequiredFor',
          label: 'Identité vérifiée',
          kind: 'select',
          value: kycRequiredFor,
          options: choices(kycFor, ...kycFor.all),
        },
      ]}
      run={(_, { kycRequiredFor }) => set({ kycRequiredFor: kycRequiredFor as PlatformSettings['kycRequiredFor'] })}
      reload={reload}
    >
      Vaut pour la suite : rien de publié ne se retire.
    </Change>
  </section>
)

const Terms = ({ settings: { terms }, reload }: Props) => (
  <section class="panel">
    <h2>Conditions</h2>
    <p>
      {terms ? (
        <>
          Version {terms.version} : <a href={terms.url}>{terms.url}</a>
        </>
      ) : (
        'Personne n’a de conditions à accepter.'
      )}
    </p>
    <Change
      title="Quelles conditions chacun accepte-t-il ?"
      fields={[
        {
          name: 'version',
          label: 'Version',
          value: terms?.version ?? '',
          isOptional: true,
          maxLength: 40,
          hint: 'Les deux vides : aucune condition.',
        },
        { name: 'url', label: 'Adresse du texte', value: terms?.url ?? '', isOptional: true, maxLength: 300 },
      ]}
      run={(_, { version = '', url = '' }) => set({ terms: version || url ? { version, url } : null })}
      reload={reload}
    >
      Une nouvelle version est demandée à tous avant leur prochain achat ou leur prochaine vente.
    </Change>
  </section>
)

const NOWHERE = 'aucune livraison'

function Delivery({ settings: { defaultDeliveryFee: fees }, reload }: Props) {
  const checkLeaps = useLeapCheck()
  return (
    <section class="panel">
      <h2>Livraisons sans zone</h2>
      <p>
        Dans une ville qui n’a pas de zone, à moins de 15 km de la boutique :{' '}
        {fees ? `${money(fees.USD, 'USD')}, ou ${money(fees.CDF, 'CDF')}` : NOWHERE}.
      </p>
      <Change
        title="Que coûte une livraison sans zone ?"
        fields={(['USD', 'CDF'] as const).map((currency) => ({
          name: currency,
          label: `Frais en ${currency}`,
          kind: 'amount' as const,
          isOptional: true,
          value: fees?.[currency] ?? '',
          hint: `Les deux vides : ${NOWHERE}.`,
        }))}
        run={async (_, { USD, CDF }) => {
          checkLeaps([
            { label: 'Frais', old: fees?.USD, next: USD, unit: 'USD' },
            { label: 'Frais', old: fees?.CDF, next: CDF, unit: 'CDF' },
          ])
          return set({ defaultDeliveryFee: USD || CDF ? { USD: USD ?? '', CDF: CDF ?? '' } : null })
        }}
        reload={reload}
      >
        Vaut pour les prochains devis ; une ville dont toutes les zones sont fermées n’est pas livrée.
      </Change>
    </section>
  )
}

const ISSUER = {
  name: 'Nom',
  address: 'Adresse',
  rccm: 'RCCM',
  idNat: 'Identification nationale',
  taxNumber: 'Numéro d’impôt',
} as const
type IssuerField = keyof typeof ISSUER

function Invoicing({ settings: { taxRate, issuer }, reload }: Props) {
  const names = Object.keys(ISSUER) as IssuerField[]
  const checkLeaps = useLeapCheck()
  return (
    <section class="panel">
      <h2>Factures</h2>
      <Facts
        of={[
          ['Taxe comprise dans les prix', `${number(taxRate)} %`],
          ...names.map((name): [string, string | null] => [ISSUER[name], issuer[name]]),
        ]}
      />
      <Change
        title="Ce que disent les factures"
        fields={[
          { name: 'taxRate', label: 'Taxe comprise dans les prix, en pour cent', kind: 'amount', value: taxRate },
          ...names.map((name) => ({
            name,
            label: ISSUER[name],
            value: issuer[name] ?? '',
            isOptional: name !== 'name',
            maxLength: name === 'name' ? 120 : name === 'address' ? 200 : 60,
          })),
        ]}
        run={async ({ taxRate: next, ...changed }, { name = '', address, rccm, idNat, taxNumber }) => {
          checkLeaps([{ label: 'Taxe', old: taxRate, next, unit: '%' }])
          const issuer = {
            name,
            address: address || null,
            rccm: rccm || null,
            idNat: idNat || null,
            taxNumber: taxNumber || null,
          }
          return set({
            ...(next !== undefined && { taxRate: next }),
            ...(Object.keys(changed).length > 0 && { issuer }),
          })
        }}
        reload={reload}
      >
        Les prochaines factures le diront ; celles qui sont émises restent comme elles sont.
      </Change>
    </section>
  )
}

function Moderation() {
  const loaded = useLoad(() => ask(() => client.moderation.settings.$get()), [])
  return (
    <section class="panel">
      <h2>Modération des produits</h2>
      <Load of={loaded}>
        {({ mode }) => (
          <>
            <p>{moderationMode(mode)}.</p>
            <Change
              title="Quand regarder les produits ?"
              fields={[
                {
                  name: 'mode',
                  label: 'Un produit publié',
                  kind: 'select',
                  value: mode,
                  options: choices(moderationMode, ...moderationMode.all),
                },
              ]}
              run={(_, { mode }) =>
                ask(() => client.moderation.settings.$put({ json: { mode: mode as 'PRE' | 'POST' } }))
              }
              reload={loaded.reload}
            >
              Vaut pour les prochains produits : ceux qui attendent gardent leur règle.
            </Change>
          </>
        )}
      </Load>
    </section>
  )
}
