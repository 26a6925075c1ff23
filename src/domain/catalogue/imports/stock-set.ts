export type StockCells = {
  /** Absent if the file changes no stock of a known variant. */
  stock?: number
  /** The stock that the export showed, and that must still be there; absent if the file sets the stock whatever it is. */
  stockSeen?: number
  /** Set if the request asks to set stocks that come without `stockSeen`. */
  setsStock?: true
}

/**
 * The stock that a line sets of a known variant; undefined for none. Sales change the stock while the file is away, so a cell counts only
 * if it was edited, or if the request sets stocks that come without `stockSeen` (docs/states.md, Import of products).
 */
export const stockSetBy = ({ stock, stockSeen, setsStock }: StockCells): number | undefined =>
  (stockSeen === undefined ? setsStock : stock !== stockSeen) ? stock : undefined

export const movedSince = (seen: number, now: number) =>
  `Le stock était de ${seen} à l'export, il est maintenant de ${now} : exportez de nouveau.`
