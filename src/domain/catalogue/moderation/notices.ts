import { because, notice } from '#domain/core/notices/notice.ts'

/** The product's name, and the reason in the words of staff. */
type ModerationFacts = { name: string; reason: string | undefined }

export const productRefused = notice<ModerationFacts>('product.rejected', {
  fr({ name, reason }, format) {
    const body = `La modération a refusé « ${name} » : les acheteurs ne le voient plus. Corrigez-le, puis soumettez-le de nouveau.`
    return because({ subject: 'Produit refusé', body }, reason, format)
  },
  en({ name, reason }, format) {
    const body = `Moderation has refused “${name}”: buyers no longer see it. Correct it, then submit it again.`
    return because({ subject: 'Product refused', body }, reason, format)
  },
})

export const productToCorrect = notice<ModerationFacts>('product.changes-requested', {
  fr({ name, reason }, format) {
    const body = `La modération demande des corrections à « ${name} » : les acheteurs ne le voient plus. Corrigez-le, puis soumettez-le de nouveau.`
    return because({ subject: 'Produit à corriger', body }, reason, format)
  },
  en({ name, reason }, format) {
    const body = `Moderation asks for changes to “${name}”: buyers no longer see it. Correct it, then submit it again.`
    return because({ subject: 'Product to correct', body }, reason, format)
  },
})

export const productTakenDown = notice<ModerationFacts>('product.taken-down', {
  fr({ name, reason }, format) {
    const body = `La modération a retiré « ${name} » de la vente. Si vous pensez que c'est une erreur, écrivez à l'assistance.`
    return because({ subject: 'Produit retiré de la vente', body }, reason, format)
  },
  en({ name, reason }, format) {
    const body = `Moderation has taken “${name}” off sale. If you think this is a mistake, write to support.`
    return because({ subject: 'Product taken off sale', body }, reason, format)
  },
})

export const productRestored = notice<ModerationFacts>('product.restored', {
  fr: ({ name }) => ({
    subject: 'Produit rétabli',
    body: `La modération a rétabli « ${name} », qu'elle avait retiré de la vente.`,
  }),
  en: ({ name }) => ({
    subject: 'Product restored',
    body: `Moderation has restored “${name}”, which it had taken off sale.`,
  }),
})
