import { BUKAVU_PRODUCTS } from './bukavu.ts'
import { KIGALI_PRODUCTS } from './kigali.ts'

const weekdays = (open: string, close: string) => [1, 2, 3, 4, 5, 6].map((day) => ({ day, open, close }))

export const DEMO_SHOPS = [
  {
    shop: {
      name: 'Maison Kivu',
      description: 'Le meilleur du Sud-Kivu : café, miel, épicerie et artisanat, choisis chez ceux qui les font.',
      phone: '243990004789',
      address: {
        country: 'CD',
        city: 'Bukavu',
        commune: 'Ibanda',
        avenue: 'Avenue Lumumba',
        number: '42',
        lat: -2.5083,
        lng: 28.8608,
      },
      openingHours: weekdays('08:00', '18:00'),
      currency: 'USD',
      prepMinutes: 30,
    },
    products: BUKAVU_PRODUCTS,
  },
  {
    shop: {
      name: 'Inzora Kigali',
      description: 'Énergie solaire, mode et artisanat du Rwanda, expédiés de Kigali.',
      phone: '250788004789',
      address: {
        country: 'RW',
        city: 'Kigali',
        commune: 'Nyarugenge',
        avenue: 'KN 4 Avenue',
        number: '12',
        lat: -1.9462,
        lng: 30.0599,
      },
      openingHours: weekdays('09:00', '19:00'),
      currency: 'USD',
      prepMinutes: 45,
    },
    products: KIGALI_PRODUCTS,
  },
]
