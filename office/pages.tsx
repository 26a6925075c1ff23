import type { ComponentChildren } from 'preact'
import { BlogPage } from './blog/list.tsx'
import { PostPage } from './blog/post.tsx'
import { BroadcastPage } from './broadcast/page.tsx'
import { DecidePage } from './decide/page.tsx'
import { FiguresPage } from './figures/page.tsx'
import { IncidentsPage } from './incidents/list.tsx'
import { InvoicesPage } from './invoices/list.tsx'
import { ExpensesPage } from './money/expenses.tsx'
import { LedgerPage } from './money/ledger.tsx'
import { PayoutsPage } from './money/payouts.tsx'
import { RefundsPage } from './money/refunds.tsx'
import { NoticesPage } from './notices/page.tsx'
import { OrderPage } from './orders/order.tsx'
import { OrdersPage } from './orders/search.tsx'
import { PersonPage } from './people/person.tsx'
import { PeoplePage } from './people/search.tsx'
import { RecordPage } from './record/page.tsx'
import { ADMIN, DESK, FINANCE, STAFF, type StaffRole } from './role.ts'
import { AccountPage } from './session/factor.tsx'
import { CategoriesPage } from './settings/categories.tsx'
import { PlansPage } from './settings/plans.tsx'
import { PlatformPage } from './settings/platform.tsx'
import { RatesPage } from './settings/rates.tsx'
import { ZonesPage } from './settings/zones.tsx'
import { TicketsPage } from './tickets/list.tsx'
import { TicketPage } from './tickets/ticket.tsx'
import { WalletsPage } from './wallets/list.tsx'
import { WalletPage } from './wallets/wallet.tsx'

export type Page = {
  name: string
  title: string
  roles: StaffRole[]
  show: (id: string, onMeChanged: () => void) => ComponentChildren
}

/** Every page and who may see it; the first that somebody may see is theirs to begin with. */
export const PAGES: Page[] = [
  { name: '', title: 'À décider', roles: STAFF, show: () => <DecidePage /> },
  {
    name: 'commandes',
    title: 'Commandes',
    roles: DESK,
    show: (id) => (id ? <OrderPage key={id} id={id} /> : <OrdersPage />),
  },
  { name: 'incidents', title: 'Incidents', roles: DESK, show: () => <IncidentsPage /> },
  {
    name: 'tickets',
    title: 'Tickets',
    roles: DESK,
    show: (id) => (id ? <TicketPage key={id} id={id} /> : <TicketsPage />),
  },
  {
    name: 'personnes',
    title: 'Personnes',
    roles: DESK,
    show: (id) => (id ? <PersonPage key={id} id={id} /> : <PeoplePage />),
  },
  { name: 'remboursements', title: 'Remboursements', roles: STAFF, show: () => <RefundsPage /> },
  { name: 'versements', title: 'Versements', roles: FINANCE, show: () => <PayoutsPage /> },
  { name: 'depenses', title: 'Dépenses', roles: FINANCE, show: () => <ExpensesPage /> },
  {
    name: 'portefeuilles',
    title: 'Portefeuilles',
    roles: FINANCE,
    show: (id) => (id ? <WalletPage key={id} id={id} /> : <WalletsPage />),
  },
  { name: 'factures', title: 'Factures', roles: FINANCE, show: () => <InvoicesPage /> },
  { name: 'chiffres', title: 'Chiffres', roles: STAFF, show: () => <FiguresPage /> },
  { name: 'livre', title: 'Grand livre', roles: FINANCE, show: () => <LedgerPage /> },
  { name: 'annonces', title: 'Annonces', roles: DESK, show: () => <BroadcastPage /> },
  {
    name: 'blog',
    title: 'Blog',
    roles: DESK,
    show: (id) => (id ? <PostPage key={id} id={id} /> : <BlogPage />),
  },
  { name: 'reglages', title: 'Réglages du marché', roles: FINANCE, show: () => <PlatformPage /> },
  { name: 'taux', title: 'Taux de change', roles: FINANCE, show: () => <RatesPage /> },
  { name: 'zones', title: 'Zones de livraison', roles: ADMIN, show: () => <ZonesPage /> },
  { name: 'plans', title: 'Plans', roles: ADMIN, show: () => <PlansPage /> },
  { name: 'categories', title: 'Catégories', roles: DESK, show: () => <CategoriesPage /> },
  { name: 'registre', title: 'Registre des actes', roles: ADMIN, show: () => <RecordPage /> },
  { name: 'notifications', title: 'Notifications', roles: STAFF, show: () => <NoticesPage /> },
  {
    name: 'compte',
    title: 'Mon compte',
    roles: STAFF,
    show: (_, onMeChanged) => <AccountPage onChanged={onMeChanged} />,
  },
]
