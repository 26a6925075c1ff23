import { under } from '../http/operation.ts'
import { categories } from './catalogue/categories.ts'
import { favorites } from './catalogue/favorites.ts'
import { imports } from './catalogue/imports.ts'
import { moderation } from './catalogue/moderation.ts'
import { ownProduct } from './catalogue/own-product.ts'
import { productImages } from './catalogue/product-images.ts'
import { products } from './catalogue/products.ts'
import { productReports, reports, shopReports } from './catalogue/reports.ts'
import { shopProducts } from './catalogue/shop-products.ts'
import { shopStock } from './catalogue/shop-stock.ts'
import { staffProducts } from './catalogue/staff-products.ts'
import { stock } from './catalogue/stock.ts'
import { variants } from './catalogue/variants.ts'
import { media } from './core/media.ts'
import { exchangeRates } from './money/exchange-rates.ts'
import { expenses } from './money/expenses.ts'
import { gatewayA } from './money/gateway-a.ts'
import { gatewayB } from './money/gateway-b.ts'
import { ledger } from './money/ledger.ts'
import { ownerWallets } from './money/owner-wallets.ts'
import { payins } from './money/payins.ts'
import { payoutNumber } from './money/payout-number.ts'
import { adminPayouts, payouts } from './money/payouts.ts'
import { transactions } from './money/transactions.ts'
import { wallet } from './money/wallet.ts'
import { riderWithdrawals, withdrawalCodes, withdrawals } from './money/withdrawals.ts'
import { audit } from './office/audit.ts'
import { blog } from './office/blog.ts'
import { dashboards } from './office/dashboards.ts'
import { devices } from './office/devices.ts'
import { incidentEvidence, ticketEvidence } from './office/evidence.ts'
import { incidents } from './office/incidents.ts'
import { live } from './office/live.ts'
import { notifications } from './office/notifications.ts'
import { platform } from './office/platform.ts'
import { officeReports } from './office/reports.ts'
import { staffBlog } from './office/staff-blog.ts'
import { tickets } from './office/tickets.ts'
import { cart } from './orders/cart.ts'
import { checkouts } from './orders/checkouts.ts'
import { deliveries } from './orders/deliveries.ts'
import { messages } from './orders/messages.ts'
import { orderHistory } from './orders/order-history.ts'
import { orders } from './orders/orders.ts'
import { parcels } from './orders/parcels.ts'
import { refunds } from './orders/refunds.ts'
import { orderReviews, reviews } from './orders/reviews.ts'
import { riders } from './orders/riders.ts'
import { productReviews, reviewModeration, reviewsOfShop } from './orders/seen-reviews.ts'
import { sellerOrders } from './orders/seller-orders.ts'
import { staffDeliveries } from './orders/staff-deliveries.ts'
import { staffOrders } from './orders/staff-orders.ts'
import { staffRiders } from './orders/staff-riders.ts'
import { tracking } from './orders/tracking.ts'
import { zones } from './orders/zones.ts'
import type { RouterName } from './paths.ts'
import { accounts } from './people/accounts.ts'
import { addresses } from './people/addresses.ts'
import { copies } from './people/copies.ts'
import { deletion } from './people/deletion.ts'
import { email } from './people/email.ts'
import { google } from './people/google.ts'
import { login } from './people/login.ts'
import { ownership } from './people/ownership.ts'
import { passkeyLogin } from './people/passkey-login.ts'
import { passkeys } from './people/passkeys.ts'
import { passwords } from './people/passwords.ts'
import { phone } from './people/phone.ts'
import { profile } from './people/profile.ts'
import { recovery } from './people/recovery.ts'
import { secondaryEmail } from './people/secondary-email.ts'
import { sessions } from './people/sessions.ts'
import { terms } from './people/terms.ts'
import { totp } from './people/totp.ts'
import { userAccess } from './people/user-access.ts'
import { users } from './people/users.ts'
import { invoices } from './shops/invoices.ts'
import { kyc } from './shops/kyc.ts'
import { myShops } from './shops/my-shops.ts'
import { onboarding } from './shops/onboarding.ts'
import { plans } from './shops/plans.ts'
import { sellerProfiles } from './shops/seller-profiles.ts'
import { shopPictures } from './shops/shop-pictures.ts'
import { shopReviews } from './shops/shop-reviews.ts'
import { shops } from './shops/shops.ts'
import { staffKyc } from './shops/staff-kyc.ts'
import { staffSellers } from './shops/staff-sellers.ts'
import { staffSubscriptions } from './shops/staff-subscriptions.ts'
import { subscriptionFigures } from './shops/subscription-figures.ts'
import { subscriptionPayments } from './shops/subscription-payments.ts'
import { subscriptions } from './shops/subscriptions.ts'
import { suspensions } from './shops/suspensions.ts'

/** The router of each path, and where the document has it: the service mounts them, and the client takes their types. */
export const ROUTERS = {
  accounts: under('Connexion', accounts),
  login: under('Connexion', login),
  sessions: under('Connexion', sessions),
  ownership: under('Sécurité du compte', ownership),
  google: under('Connexion', google),
  passwords: under('Sécurité du compte', passwords),
  recovery: under('Sécurité du compte', recovery),
  secondaryEmail: under('Sécurité du compte', secondaryEmail),
  passkeyLogin: under("Clés d'accès", passkeyLogin),
  passkeys: under("Clés d'accès", passkeys),
  totp: under('Sécurité du compte', totp),
  profile: under('Mon profil', profile),
  email: under('Mon profil', email),
  addresses: under('Mon profil', addresses),
  deletion: under('Mon profil', deletion),
  terms: under('Mon profil', terms),
  copies: under('Mon profil', copies),
  phone: under('Mon profil', phone),
  userAccess: under('Utilisateurs', userAccess),
  users: under('Utilisateurs', users),
  sellerProfiles: under('Boutiques', sellerProfiles),
  staffSellers: under('Boutiques', staffSellers),
  onboarding: under('Boutiques', onboarding),
  staffKyc: under('Identité des vendeurs', staffKyc),
  kyc: under('Identité des vendeurs', kyc),
  productReports: under('Modération', productReports),
  shopReports: under('Modération', shopReports),
  reports: under('Modération', reports),
  reviewsOfShop: under('Boutiques', reviewsOfShop),
  reviewModeration: under('Modération', reviewModeration),
  shopReviews: under('Boutiques', shopReviews),
  suspensions: under('Boutiques', suspensions),
  shopPictures: under('Boutiques', shopPictures),
  myShops: under('Boutiques', myShops),
  shops: under('Boutiques', shops),
  plans: under('Plans et abonnements', plans),
  staffSubscriptions: under('Plans et abonnements', staffSubscriptions),
  subscriptionPayments: under('Plans et abonnements', subscriptionPayments),
  subscriptionFigures: under('Plans et abonnements', subscriptionFigures),
  subscriptions: under('Plans et abonnements', subscriptions),
  invoices: under('Plans et abonnements', invoices),
  moderation: under('Modération', moderation),
  imports: under('Produits et stock', imports),
  categories: under('Catégories', categories),
  exchangeRates: under('Catégories', exchangeRates),
  productReviews: under('Produits et stock', productReviews),
  stock: under('Produits et stock', stock),
  shopStock: under('Produits et stock', shopStock),
  variants: under('Produits et stock', variants),
  staffProducts: under('Produits et stock', staffProducts),
  shopProducts: under('Produits et stock', shopProducts),
  products: under('Produits et stock', products),
  productImages: under('Produits et stock', productImages),
  ownProduct: under('Produits et stock', ownProduct),
  favorites: under('Boutiques', favorites),
  media: under('Service', media),
  cart: under('Commandes', cart),
  checkouts: under('Commandes', checkouts),
  sellerOrders: under('Commandes', sellerOrders),
  staffOrders: under('Commandes', staffOrders),
  messages: under('Commandes', messages),
  tracking: under('Livraisons', tracking),
  orderHistory: under('Commandes', orderHistory),
  orderReviews: under('Commandes', orderReviews),
  reviews: under('Commandes', reviews),
  orders: under('Commandes', orders),
  refunds: under('Commandes', refunds),
  zones: under('Livraisons', zones),
  staffDeliveries: under('Livraisons', staffDeliveries),
  deliveries: under('Livraisons', deliveries),
  parcels: under('Livraisons', parcels),
  riderWithdrawals: under('Portefeuille', riderWithdrawals),
  riders: under('Livraisons', riders),
  staffRiders: under('Livraisons', staffRiders),
  gatewayAPayouts: under('Versements et remboursements', adminPayouts),
  payouts: under('Versements et remboursements', payouts),
  withdrawalCodes: under('Portefeuille', withdrawalCodes),
  payoutNumber: under('Portefeuille', payoutNumber),
  withdrawals: under('Portefeuille', withdrawals),
  ownerWallets: under('Portefeuille', ownerWallets),
  wallet: under('Portefeuille', wallet),
  payins: under('Passerelles de paiement', payins),
  gatewayA: under('Passerelles de paiement', gatewayA),
  gatewayB: under('Passerelles de paiement', gatewayB),
  ledger: under('Comptabilité', ledger),
  transactions: under('Comptabilité', transactions),
  expenses: under('Comptabilité', expenses),
  staffBlog: under('Blog', staffBlog),
  blog: under('Blog', blog),
  audit: under('Équipe', audit),
  officeReports: under('Équipe', officeReports),
  dashboards: under('Équipe', dashboards),
  incidents: under('Assistance', incidents),
  incidentEvidence: under('Assistance', incidentEvidence),
  tickets: under('Assistance', tickets),
  ticketEvidence: under('Assistance', ticketEvidence),
  notificationDevices: under('Notifications', devices),
  live: under('Notifications', live),
  notifications: under('Notifications', notifications),
  platform: under('Service', platform),
} satisfies Record<RouterName, unknown>
