/** The amount that a wallet may have beside what our books say, in minor units: its opening balance, fees, transfers to the bank. */
export type WalletRange = { leastMinor: number; mostMinor: number }

/**
 * The bookings since a difference was told explain it, as of a fee or a transfer, if they bring our books nearer to what the
 * gateway has. A booking that leads away from it is a difference of its own.
 * @param shiftMinor the sum of those bookings @returns the range to expect from now on, undefined if they explain nothing
 */
export function explainedBy(shiftMinor: number, expected: WalletRange, now: WalletRange): WalletRange | undefined {
  if (gapOf(now) === 0) return now
  const shifted = { leastMinor: expected.leastMinor + shiftMinor, mostMinor: expected.mostMinor + shiftMinor }
  return gapOf(now) < gapOf(expected) ? commonOf(shifted, now) : undefined
}

const gapOf = ({ leastMinor, mostMinor }: WalletRange) => Math.max(0, leastMinor, -mostMinor)

/** The part that two ranges share; undefined if they are apart. */
export function commonOf(a: WalletRange, b: WalletRange): WalletRange | undefined {
  const common = {
    leastMinor: Math.max(a.leastMinor, b.leastMinor),
    mostMinor: Math.min(a.mostMinor, b.mostMinor),
  }
  return common.leastMinor <= common.mostMinor ? common : undefined
}
