import type { Operation } from './operation.ts'
import { buyer, daysAgo, read, staffRead } from './reads.ts'
import { RIDER, RIDERS, SELLERS, shopId } from './seed.ts'

export const DELIVERIES: Operation[] = [
  staffRead('deliveries', '/deliveries?limit=20'),
  staffRead('deliveriesOfZone', '/deliveries?limit=20&zoneId=zone&status=DELIVERED', { compared: '10k' }),
  staffRead('deliveriesOfRider', `/deliveries?limit=20&riderId=rider3&from=${daysAgo(2)}`, { compared: '10k' }),
  {
    name: 'availableJobs',
    kind: 'signed-in read',
    // As many as are shown, of each kind, are measured for their distance.
    compared: 'bounded',
    ask: (i, { people }) => ({ path: '/deliveries/available?limit=20', as: people[RIDER + (i % RIDERS)]! }),
  },
  {
    name: 'deliveryQuote',
    kind: 'signed-in read',
    ask(i, market) {
      const shop = shopId(i % SELLERS)
      const path = `/deliveries/quote?shopId=${shop}&lat=-2.48&lng=28.87`
      return { path, as: buyer(i, market), given: { shopId: shop } }
    },
  },
  read('zones', '/deliveries/zones?limit=20'),
]
