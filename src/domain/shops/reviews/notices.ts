import { because, notice } from '#domain/core/notices/notice.ts'
import type { ShopNews } from '../shops/tell-seller.ts'

export const shopApproved = notice<ShopNews>('shop.approved', {
  fr: ({ shop }) => ({ subject: 'Boutique approuvée', body: `Votre boutique « ${shop} » est approuvée.` }),
  en: ({ shop }) => ({ subject: 'Shop approved', body: `Your shop "${shop}" is approved.` }),
})

export const shopRejected = notice<ShopNews>('shop.rejected', {
  fr({ shop, reason }, format) {
    const body = `Votre boutique « ${shop} » n'a pas été approuvée. Elle reste visible ; corrigez-la pour un nouvel examen.`
    return because({ subject: 'Boutique non approuvée', body }, reason, format)
  },
  en({ shop, reason }, format) {
    const body = `Your shop "${shop}" was not approved. It stays visible; correct it to have it looked at again.`
    return because({ subject: 'Shop not approved', body }, reason, format)
  },
})

export const shopChangesRequested = notice<ShopNews>('shop.changes-requested', {
  fr({ shop, reason }, format) {
    const body = `Votre boutique « ${shop} » demande des corrections. Elle reste visible ; corrigez-la pour un nouvel examen.`
    return because({ subject: 'Boutique à corriger', body }, reason, format)
  },
  en({ shop, reason }, format) {
    const body = `Your shop "${shop}" needs changes. It stays visible; correct it to have it looked at again.`
    return because({ subject: 'Shop to be corrected', body }, reason, format)
  },
})
