import type { Plan } from '@soko/client'
import { ask, client } from '../api.ts'
import { money } from '../show.ts'
import { Act } from '../ui/act.tsx'
import { Card, Cards, Facts, Tag } from '../ui/card.tsx'
import type { FieldSpec, Values } from '../ui/fields.tsx'
import { Load, useLoad } from '../ui/load.tsx'
import { useLeapCheck } from '../ui/second-look.ts'
import { cycle } from '../words.ts'

/** Plans to which sellers subscribe. */
export function PlansPage() {
  const loaded = useLoad(() => ask(() => client.plans.index.$get()), [])
  return (
    <>
      <h1>Plans</h1>
      <div class="tools">
        <Act
          label="Nouveau plan"
          title="Nouveau plan"
          tone="yes"
          fields={fieldsOf()}
          submit="Créer"
          run={(values) => ask(() => client.plans.index.$post({ json: planOf(values) }))}
          done="Plan créé."
          onDone={loaded.reload}
        >
          <p>Sans prix, il est gratuit ; les prix se fixent ensuite.</p>
        </Act>
      </div>
      <Load of={loaded}>
        {({ plans }) => (
          <Cards empty="Aucun plan en vente.">
            {plans.map((plan) => (
              <PlanCard key={plan.id} plan={plan} reload={loaded.reload} />
            ))}
          </Cards>
        )}
      </Load>
    </>
  )
}

function PlanCard({ plan, reload }: { plan: Plan; reload: () => void }) {
  const param = { id: plan.id }
  const { version } = plan
  const checkLeaps = useLeapCheck()
  const priceOf = (billingCycle: string, currency: string) =>
    plan.prices.find((price) => price.billingCycle === billingCycle && price.currency === currency)?.amount
  return (
    <Card
      of={plan.id}
      title={plan.name}
      tag={plan.isActive ? <Tag tone="good">en vente</Tag> : <Tag>retiré</Tag>}
      buttons={
        <>
          <Act
            label="Modifier"
            title={`Modifier le plan ${plan.name}`}
            fields={fieldsOf(plan)}
            submit="Enregistrer"
            run={(values) => ask(() => client.plans[':id'].$put({ param, json: { ...planOf(values), version } }))}
            done="Plan modifié."
            onDone={reload}
          />
          <Act
            label="Fixer les prix"
            title={`Prix du plan ${plan.name}`}
            fields={PRICES.map(([billingCycle, currency]) => ({
              name: `${billingCycle} ${currency}`,
              label: `${currency} ${cycle(billingCycle)}`,
              kind: 'amount' as const,
              isOptional: true,
              value: priceOf(billingCycle, currency) ?? '',
            }))}
            submit="Fixer"
            run={async (values) => {
              const prices = pricesOf(values)
              checkLeaps(
                prices.map(({ billingCycle, currency, amount }) => ({
                  label: `Prix ${cycle(billingCycle)}`,
                  ...{ old: priceOf(billingCycle, currency), next: amount, unit: currency },
                })),
              )
              return ask(() => client.plans[':id'].prices.$put({ param, json: { prices, version } }))
            }}
            done="Prix fixés."
            onDone={reload}
          >
            <p>Un prix laissé vide n'est plus en vente.</p>
          </Act>
        </>
      }
    >
      <Facts
        of={[
          ['Produits', String(plan.maxProducts)],
          ['Photos par produit', String(plan.maxPhotosPerProduct)],
          ['Boutiques', String(plan.maxShops)],
          ['Support prioritaire', plan.prioritySupport && 'oui'],
          [
            'Prix',
            plan.prices.map((each) => `${money(each.amount, each.currency)} ${cycle(each.billingCycle)}`).join(', ') ||
              'gratuit',
          ],
        ]}
      />
    </Card>
  )
}

const PRICES = [
  ['MONTHLY', 'USD'],
  ['YEARLY', 'USD'],
  ['MONTHLY', 'CDF'],
  ['YEARLY', 'CDF'],
] as const

const fieldsOf = (plan?: Plan): FieldSpec[] => [
  { name: 'name', label: 'Nom', value: plan?.name ?? '' },
  { name: 'maxProducts', label: 'Produits au plus', kind: 'number', value: String(plan?.maxProducts ?? '') },
  {
    name: 'maxPhotosPerProduct',
    label: 'Photos par produit',
    kind: 'number',
    value: String(plan?.maxPhotosPerProduct ?? ''),
  },
  { name: 'maxShops', label: 'Boutiques au plus', kind: 'number', value: String(plan?.maxShops ?? '') },
  { name: 'prioritySupport', label: 'Support prioritaire', kind: 'check', value: plan?.prioritySupport ? 'yes' : '' },
  { name: 'isActive', label: 'En vente', kind: 'check', value: plan && !plan.isActive ? '' : 'yes' },
]

const planOf = ({ name = '', maxProducts, maxPhotosPerProduct, maxShops, prioritySupport, isActive }: Values) => ({
  name,
  maxProducts: Number(maxProducts),
  maxPhotosPerProduct: Number(maxPhotosPerProduct),
  maxShops: Number(maxShops),
  prioritySupport: prioritySupport === 'yes',
  isActive: isActive === 'yes',
})

const pricesOf = (values: Values) =>
  PRICES.flatMap(([billingCycle, currency]) => {
    const amount = values[`${billingCycle} ${currency}`]
    return amount ? [{ billingCycle, currency, amount }] : []
  })
