/** `npm run test:whole` plays every combination of a table; `npm test` as many as meet each row and each column. */
const isWhole = process.env.WHOLE === '1'

/** Each row with each column; without `WHOLE` only those on the diagonal, and those that `isAlways` names. */
export function pairs<R, C>(
  rows: readonly R[],
  columns: readonly C[],
  isAlways: (row: R, column: C) => boolean = () => false,
): [R, C][] {
  const longest = Math.max(rows.length, columns.length)
  const isOnDiagonal = (i: number, j: number) => {
    for (let at = 0; at < longest; at++) if (at % rows.length === i && at % columns.length === j) return true
    return false
  }
  return rows.flatMap((row, i) =>
    columns
      .filter((column, j) => isWhole || isOnDiagonal(i, j) || isAlways(row, column))
      .map((column): [R, C] => [row, column]),
  )
}

let taken = 0
/** All of a list; without `WHOLE` the next few of it, so that lists which are long for each of many cases are all met by some. */
export function sample<T>(list: readonly T[], few = 2): readonly T[] {
  if (isWhole || list.length <= few) return list
  return Array.from({ length: few }, () => list[taken++ % list.length] as T)
}
