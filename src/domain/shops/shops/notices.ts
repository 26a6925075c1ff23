import { because, notice } from '#domain/core/notices/notice.ts'
import type { ShopNews } from './tell-seller.ts'

export const shopSuspended = notice<ShopNews>('shop.suspended', {
  fr({ shop, reason }, format) {
    const body = `Votre boutique « ${shop} » est suspendue : elle n'est plus visible. Les commandes en cours continuent.`
    return because({ subject: 'Boutique suspendue', body }, reason, format)
  },
  en({ shop, reason }, format) {
    const body = `Your shop "${shop}" is suspended: it is no longer visible. Orders under way go on.`
    return because({ subject: 'Shop suspended', body }, reason, format)
  },
})

export const shopReactivated = notice<ShopNews>('shop.reactivated', {
  fr({ shop, reason }, format) {
    const body = `La suspension de votre boutique « ${shop} » est levée.`
    return because({ subject: 'Suspension levée', body }, reason, format)
  },
  en({ shop, reason }, format) {
    const body = `The suspension of your shop "${shop}" is lifted.`
    return because({ subject: 'Suspension lifted', body }, reason, format)
  },
})
