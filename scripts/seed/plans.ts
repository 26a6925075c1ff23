import type { PriceCurrency } from '../../src/kernel/money.ts'

const prices = (currency: PriceCurrency, monthly: string, yearly: string) => [
  { billingCycle: 'MONTHLY' as const, currency, amount: monthly },
  { billingCycle: 'YEARLY' as const, currency, amount: yearly },
]

/** The last one is the demo seller's. */
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

export const DEMO_RATES = [
  { quoteCurrency: 'CDF', rate: 2850 },
  { quoteCurrency: 'RWF', rate: 1465 },
] as const

/** Where riders go. Fees in minor units. */
export const DEMO_ZONES = [
  {
    name: 'Bukavu et environs',
    country: 'CD',
    city: 'Bukavu',
    lat: -2.4908,
    lng: 28.8428,
    radiusKm: 12,
    feeMinor: 200,
    feeCurrency: 'USD',
  },
  {
    name: 'Kigali',
    country: 'RW',
    city: 'Kigali',
    lat: -1.9441,
    lng: 30.0619,
    radiusKm: 15,
    feeMinor: 150,
    feeCurrency: 'USD',
  },
  {
    name: 'Kinshasa',
    country: 'CD',
    city: 'Kinshasa',
    lat: -4.325,
    lng: 15.3222,
    radiusKm: 25,
    feeMinor: 300,
    feeCurrency: 'USD',
  },
  {
    name: 'Goma',
    country: 'CD',
    city: 'Goma',
    lat: -1.6792,
    lng: 29.2228,
    radiusKm: 12,
    feeMinor: 500_000,
    feeCurrency: 'CDF',
  },
] as const

export const DEMO_CATEGORIES = [
  { name: 'Alimentation', requiresExpiry: true, subcategories: ['Café et thé', 'Épicerie', 'Miel et douceurs'] },
  { name: 'Mode', requiresExpiry: false, subcategories: ['Vêtements', 'Chaussures', 'Tissus et pagnes'] },
  { name: 'Maison et artisanat', requiresExpiry: false, subcategories: ['Vannerie', 'Décoration'] },
  { name: 'Électronique', requiresExpiry: false, subcategories: ['Énergie solaire', 'Téléphonie', 'Audio'] },
  { name: 'Beauté et soins', requiresExpiry: false, subcategories: ['Savons', 'Soins du corps'] },
]
