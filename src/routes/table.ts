import { categories } from './catalogue/categories.ts'
import { products } from './catalogue/products.ts'
import { shopProducts } from './catalogue/shop-products.ts'
import { stock } from './catalogue/stock.ts'
import { media } from './core/media.ts'
import { gatewayA } from './money/gateway-a.ts'
import { gatewayB } from './money/gateway-b.ts'
import { ledger } from './money/ledger.ts'
import { payins } from './money/payins.ts'
import { payoutNumber } from './money/payout-number.ts'
import { gatewayAPayouts, payouts } from './money/payouts.ts'
import { wallet } from './money/wallet.ts'
import { riderWithdrawals, withdrawalCodes, withdrawals } from './money/withdrawals.ts'
import { platform } from './office/platform.ts'
import { deliveries } from './orders/deliveries.ts'
import { orders } from './orders/orders.ts'
import { parcels } from './orders/parcels.ts'
import { riders } from './orders/riders.ts'
import { sellerOrders } from './orders/seller-orders.ts'
import { staffOrders } from './orders/staff-orders.ts'
import { staffRiders } from './orders/staff-riders.ts'
import { tracking } from './orders/tracking.ts'
import type { RouterName } from './paths.ts'
import { accounts } from './people/accounts.ts'
import { addresses } from './people/addresses.ts'
import { deletion } from './people/deletion.ts'
import { email } from './people/email.ts'
import { google } from './people/google.ts'
import { login } from './people/login.ts'
import { passkeyLogin } from './people/passkey-login.ts'
import { passkeys } from './people/passkeys.ts'
import { passwords } from './people/passwords.ts'
import { phone } from './people/phone.ts'
import { profile } from './people/profile.ts'
import { recovery } from './people/recovery.ts'
import { secondaryEmail } from './people/secondary-email.ts'
import { sessions } from './people/sessions.ts'
import { totp } from './people/totp.ts'
import { userAccess } from './people/user-access.ts'
import { users } from './people/users.ts'
import { myShops } from './shops/my-shops.ts'
import { plans } from './shops/plans.ts'
import { sellerProfiles } from './shops/seller-profiles.ts'
import { shops } from './shops/shops.ts'
import { staffSubscriptions } from './shops/staff-subscriptions.ts'
import { subscriptionPayments } from './shops/subscription-payments.ts'
import { subscriptions } from './shops/subscriptions.ts'

/** The router of each path: the service mounts them, and the client takes their types. */
export const ROUTERS = {
  accounts,
  login,
  sessions,
  google,
  passwords,
  recovery,
  secondaryEmail,
  passkeyLogin,
  passkeys,
  totp,
  profile,
  email,
  addresses,
  deletion,
  phone,
  userAccess,
  users,
  sellerProfiles,
  myShops,
  shops,
  plans,
  staffSubscriptions,
  subscriptionPayments,
  subscriptions,
  categories,
  stock,
  shopProducts,
  products,
  media,
  sellerOrders,
  staffOrders,
  tracking,
  orders,
  deliveries,
  parcels,
  riderWithdrawals,
  riders,
  staffRiders,
  gatewayAPayouts,
  payouts,
  withdrawalCodes,
  payoutNumber,
  withdrawals,
  wallet,
  payins,
  gatewayA,
  gatewayB,
  ledger,
  platform,
} satisfies Record<RouterName, unknown>
