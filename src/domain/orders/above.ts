// A registry: what orders ask of the areas above them, each of which says it in a file of its own.

export { hasOpenTicket } from '../office/support/open-tickets.ts'
