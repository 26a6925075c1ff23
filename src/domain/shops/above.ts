// A registry: what shops ask of the areas above them, each of which says it in a file of its own.

export { archiveProductsOf } from '../catalogue/products/archive-in-shop.ts'
export { hasPublishedProduct, showsProductIn } from '../catalogue/products/of-shop.ts'
export { refreshVisibility, refreshVisibilityOfPlan } from '../catalogue/products/visibility.ts'
export { hasOpenOrders } from '../orders/orders/open-orders.ts'
