import { memory } from '../memory.ts'
import { broke, type Simulation } from '../simulation.ts'

/** A file of a shop's goods that its seller once exported, as it is kept on their computer. */
export type OldFile = { shop: string; seller: string; text: string }
/** A line of a sent file about a reference: so many pieces more or fewer than when it was exported. */
type Counted = { shop: string; sku: string; by: number }

type Known = { files: OldFile[]; counted: Counted[] }
const newKnown = (): Known => ({ files: [], counted: [] })
const knownOf = memory(newKnown)

const KEPT = 6

export const oldFiles = (simulation: Simulation): readonly OldFile[] => knownOf(simulation).files
export const noteCounted = (simulation: Simulation, counted: Counted[]) => knownOf(simulation).counted.push(...counted)
export function keepFile(simulation: Simulation, file: OldFile): void {
  const { files } = knownOf(simulation)
  files.push(file)
  if (files.length > KEPT) files.shift()
}

type Booked = { variant: string; sku: string | null; shop: string; amount: number }

/**
 * No import makes goods out of an old file: each difference that it books of a variant that is there is one that its seller
 * counted, and is booked once however often stock moved since.
 */
export function checkImports(simulation: Simulation): void {
  const left = [...knownOf(simulation).counted]
  const booked = simulation.store.rows<Booked>(
    `SELECT v.id AS variant, v.sku, p.shop_id AS shop, m.amount FROM stock_movements m JOIN variants v ON v.id = m.variant_id
     JOIN products p ON p.id = v.product_id WHERE m.type = 'ADJUSTMENT' AND m.reason = 'Importation'`,
  )
  for (const { variant, sku, shop, amount } of booked) {
    const at = left.findIndex(
      (one) => one.shop === shop && one.by === amount && (one.sku === variant || one.sku === sku),
    )
    if (at >= 0) left.splice(at, 1)
    else broke(simulation, 'an import books what its seller counted, and books it once', `${variant} ${amount}`)
  }
}
