export type StockCells = {
  /** Absent if the file says nothing that is to change the stock of a variant that is there. */
  stock?: number
  /** The stock that the export showed, and that the set expects; absent in a file that sets whatever there is. */
  stockSeen?: number
  /** The request says so: also if the file does not say what it expects. */
  setsStock?: true
}

/**
 * The stock that a line sets of a variant that is there. It moves with its sales, and a file is old when it comes back: a cell counts
 * only if it was edited, or if the request says so of a file that expects nothing (docs/states.md, Import of products).
 */
export const stockSetBy = ({ stock, stockSeen, setsStock }: StockCells): number | undefined =>
  (stockSeen === undefined ? setsStock : stock !== stockSeen) ? stock : undefined

export const movedSince = (seen: number, now: number) =>
  `Le stock était de ${seen} à l'export, il est maintenant de ${now} : exportez de nouveau.`
