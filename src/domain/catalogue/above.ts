// A registry: what the catalogue asks of the areas above it, each of which says it in a file of its own.

export { isInOpenOrder, isOrdered } from '../orders/orders/open-orders.ts'
