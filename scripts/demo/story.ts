import { checkBooks, payOut } from './books.ts'
import { deliverOrder } from './delivery.ts'
import { buyInKigali } from './kigali.ts'
import { openShop } from './opening.ts'
import type { Stage } from './people.ts'
import { buyCheese } from './purchase.ts'
import { refuseOrder } from './refusal.ts'
import { withdrawEarnings } from './withdrawal.ts'

/** The whole story, chapter by chapter. */
export async function tell(stage: Stage): Promise<void> {
  const offer = await openShop(stage)
  const purchase = await buyCheese(stage, offer)
  await deliverOrder(stage, offer, purchase)
  await withdrawEarnings(stage, offer.seller)
  await refuseOrder(offer, purchase)
  await buyInKigali(stage)
  await payOut(stage)
  await checkBooks(stage)
}
