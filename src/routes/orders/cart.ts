import * as z from 'zod'
import { AddCartItem, addCartItem } from '#domain/orders/cart/add-item.ts'
import { emptyCart } from '#domain/orders/cart/empty.ts'
import { MergeCart, mergeCart } from '#domain/orders/cart/merge.ts'
import { QuoteCart, quoteCart, readQuote } from '#domain/orders/cart/quote.ts'
import { removeCartItem } from '#domain/orders/cart/remove-item.ts'
import { ReplaceCart, replaceCart } from '#domain/orders/cart/replace.ts'
import { SetCartItem, setCartItem } from '#domain/orders/cart/set-item.ts'
import { showCart } from '#domain/orders/cart/show.ts'
import { CartView, QuoteView } from '#domain/orders/cart/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { idIn } from '#kernel/fields.ts'

const mine = { roles: 'signedIn', ok: CartView } as const
const ItemParam = z.strictObject({ itemId: idIn })

export const cart = newRouter()
  .get(
    '/',
    op({
      ...mine,
      id: 'showCart',
      summary: 'Mon panier',
      doc: `Le panier aux prix de maintenant. issue dit ce qui empêche une ligne ou a changé : UNAVAILABLE, SHOP_CLOSED
        (boutique fermée pour un temps), OUT_OF_STOCK, LOW_STOCK, PRICE_CHANGED (jusqu'à ce que la ligne soit modifiée ou chiffrée). Un groupe par boutique et devise.`,
      reasons: [],
    }),
    async (c) => c.json(ok(await showCart(ctx(c)))),
  )
  .put(
    '/',
    op({
      ...mine,
      id: 'replaceCart',
      summary: 'Remplacer mon panier',
      doc: 'Remplace toutes les lignes (100 au plus). Avec baseVersion, 409 si le panier a changé depuis cette lecture.',
      reasons: ['NOT_FOUND', 'CONFLICT', 'VERSION_MISMATCH'],
      json: ReplaceCart,
    }),
    async (c) => c.json(ok(await replaceCart(ctx(c), c.req.valid('json')))),
  )
  .delete(
    '/',
    op({ ...mine, id: 'emptyCart', summary: 'Vider mon panier', doc: 'Retire toutes les lignes.', reasons: [] }),
    async (c) => c.json(ok(await emptyCart(ctx(c)))),
  )
  .post(
    '/items',
    op({
      ...mine,
      id: 'addCartItem',
      summary: 'Ajouter au panier',
      doc: `Ajoute des pièces à la ligne de la variante, jusqu'à 999 ; plus que le stock est accepté, avec un issue.
        Envoyez « Idempotency-Key » : sans elle, deux appels ajoutent deux fois.`,
      reasons: ['NOT_FOUND', 'CONFLICT'],
      json: AddCartItem,
      status: 201,
    }),
    async (c) => c.json(ok(await addCartItem(ctx(c), c.req.valid('json'))), 201),
  )
  .put(
    '/items/:itemId',
    op({
      ...mine,
      id: 'setCartItem',
      summary: "Changer la quantité d'une ligne",
      doc: 'Fixe la quantité. Avec baseVersion, 409 si le panier a changé depuis cette lecture.',
      reasons: ['CONFLICT', 'VERSION_MISMATCH'],
      param: ItemParam,
      json: SetCartItem,
    }),
    async (c) => c.json(ok(await setCartItem(ctx(c), c.req.valid('param').itemId, c.req.valid('json')))),
  )
  .delete(
    '/items/:itemId',
    op({
      ...mine,
      id: 'removeCartItem',
      summary: 'Retirer une ligne',
      doc: 'Retire une ligne et rend ce qui reste.',
      reasons: [],
      param: ItemParam,
    }),
    async (c) => c.json(ok(await removeCartItem(ctx(c), c.req.valid('param').itemId))),
  )
  .post(
    '/merge',
    op({
      ...mine,
      id: 'mergeCart',
      summary: 'Fusionner un panier',
      doc: `Après la connexion : joint le panier gardé sur le téléphone. La plus grande quantité l'emporte ; répéter
        l'appel ne change rien, et baseVersion n'est pas comparée.`,
      reasons: ['NOT_FOUND', 'CONFLICT'],
      json: MergeCart,
    }),
    async (c) => c.json(ok(await mergeCart(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/quote',
    op({
      id: 'quoteCart',
      summary: 'Chiffrer mon panier',
      doc: `Ce que coûte le panier, livraison comprise, par boutique : prix et frais tenus 15 minutes, à commander une
        fois. Sans currency, chaque groupe reste dans la devise de ses produits (mêlées : celle de la boutique). Une
        livraison demande addressId ou deliveryAddress, dans la ville de la boutique ; OUT_OF_REACH là où elle ne livre
        pas. Un visiteur envoie items et place (fulfillmentMethod : DELIVERY sinon) : rien n'est tenu, sans quoteId, et
        expiresAt dit quand redemander. Les lignes à retirer ou à réduire sont nommées dans details, et availableAt quand la boutique est fermée.`,
      reasons: [
        'NOT_FOUND',
        'OWN_SHOP',
        'CONFLICT',
        'VERSION_MISMATCH',
        'INSUFFICIENT_STOCK',
        'SHOP_CLOSED',
        'OUT_OF_REACH',
      ],
      roles: 'signedIn',
      guestsBring: 'items',
      json: QuoteCart,
      ok: QuoteView,
      again: (ctx, { quoteId }) => readQuote(ctx, String(quoteId)),
    }),
    async (c) => c.json(ok(await quoteCart(ctx(c), c.req.valid('json')))),
  )
