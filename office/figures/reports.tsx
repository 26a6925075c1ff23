import { client } from '../api.ts'
import { FINANCE, STAFF, type StaffRole, useMay } from '../role.ts'
import { day, daysAgo } from '../show.ts'
import { SaveButton } from '../ui/files.tsx'

const of = client.officeReports
const REPORTS = {
  ventes: { title: 'Ventes', roles: FINANCE, report: of.sales },
  commandes: { title: 'Commandes', roles: STAFF, report: of.orders },
  vendeurs: { title: 'Vendeurs', roles: FINANCE, report: of.sellers },
  produits: { title: 'Produits', roles: FINANCE, report: of.products },
  livraisons: { title: 'Livraisons', roles: STAFF, report: of.deliveries },
  abonnements: { title: 'Abonnements', roles: FINANCE, report: of.subscriptions },
  remboursements: { title: 'Remboursements', roles: FINANCE, report: of.refunds },
  versements: { title: 'Versements', roles: FINANCE, report: of.payouts },
  depenses: { title: 'Dépenses', roles: FINANCE, report: of.expenses },
} satisfies Record<string, { title: string; roles: StaffRole[]; report: unknown }>

/** The reports of the chosen time, as files for a spreadsheet. */
export function Reports({ from }: { from: string }) {
  const may = useMay()
  return (
    <section class="panel">
      <h2>Rapports depuis le {day(from)}</h2>
      <p class="soft">Chacun se télécharge en CSV, pour un tableur.</p>
      <div class="buttons">
        {Object.entries(REPORTS)
          .filter(([, { roles }]) => may(roles))
          .map(([name, { title, report }]) => (
            <SaveButton
              key={name}
              label={title}
              name={`${name}-${from}-${daysAgo(0)}.csv`}
              read={() => report.export.csv.$get({ query: { from } })}
            />
          ))}
      </div>
    </section>
  )
}
