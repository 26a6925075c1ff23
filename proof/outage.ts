/**
 * `npm run proof:outage -- [--seconds 60] [--orders 500]`: the Worker in production mode, in one isolate, while its mail provider answers
 * after 8 seconds for a minute, and while eight callers order as quickly as they can. Ends with 1 where a code takes longer than 5
 * seconds once the provider is well, or a message stays unsent.
 */
import { parseArgs } from 'node:util'
import { manyOrders, slowProvider, startInProduction } from './outbox/outage.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, orders: { type: 'string', default: '500' } },
})
const service = await startInProduction()
try {
  const slow = await slowProvider(service, { slowMs: 8000, forMs: Number(values.seconds) * 1000, signUps: 12 })
  console.log(
    `${slow.signUps} sign-ups while mail took 8 s for ${values.seconds} s: the next code came after ${slow.codeMs} ms,`,
  )
  console.log(`  ${slow.pendingAtEnd} messages waited then, ${slow.pendingLater} after the next runs of the cron`)
  const burst = await manyOrders(service, { orders: Number(values.orders), callers: 8 })
  console.log(`${burst.orders} orders by 8 callers in ${burst.seconds} s wrote ${burst.messages} messages:`)
  console.log(`  ${burst.pendingAtEnd} waited two seconds later, ${burst.pendingLater} after the next runs of the cron`)
  if (slow.codeMs > 5000 || slow.pendingLater > 0 || burst.pendingLater > 0) process.exitCode = 1
} finally {
  await service.end()
}
