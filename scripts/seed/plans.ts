import type { PriceCurrency } from '#kernel/money.ts'

const prices = (currency: PriceCurrency, monthly: string, yearly: string) => [
  { billingCycle: 'MONTHLY' as const, currency, amount: monthly },
  { billingCycle: 'YEARLY' as const, currency, amount: yearly },
]

/** The demo plans. The last one is the demo seller's. */
export const DEMO_PLANS = [
  {
    name: 'Gratuit',
    maxProducts: 5,
    maxPhotosPerProduct: 3,
    maxShops: 1,
    prices: [...prices('USD', '0.00', '0.00'), ...prices('CDF', '0.00', '0.00')],
  },
  {
    name: 'Vendeur',
    maxProducts: 50,
    maxPhotosPerProduct: 5,
    maxShops: 2,
    prices: [...prices('USD', '5.00', '50.00'), ...prices('CDF', '14500.00', '145000.00')],
  },
  {
    name: 'Pro',
    maxProducts: 500,
    maxPhotosPerProduct: 10,
    maxShops: 10,
    prioritySupport: true,
    prices: [...prices('USD', '15.00', '150.00'), ...prices('CDF', '43500.00', '435000.00')],
  },
].map((plan, at) => ({ ...plan, sortOrder: at + 1 }))
