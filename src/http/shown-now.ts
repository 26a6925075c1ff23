type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * An answer of before as its caller may read it now: what the thing shows them no more, or only in part, is left out. What it
 * says otherwise since, a status or a price, stays as it was answered.
 * @param declared the fields that a reading of the thing may show: one that it leaves out is hidden; of others it says nothing
 */
export const shownNow = (kept: Fields, now: Fields, declared: readonly string[] = Object.keys(now)): Fields =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) => {
      if (name in now) return [[name, partShown(value, now[name])]]
      return declared.includes(name) ? [] : [[name, value]]
    }),
  )

function partShown(kept: unknown, now: unknown): unknown {
  if (now === null || kept === null) return now === null ? null : kept
  if (isFields(kept) && isFields(now)) return shownNow(kept, now, Object.keys(kept))
  if (Array.isArray(kept) && Array.isArray(now)) return elementsShown(kept, now)
  // An address that was a street is a part of town now.
  return typeof kept === typeof now && Array.isArray(kept) === Array.isArray(now) ? kept : now
}

/** What is named by an id, as far as it is there still; of a list of others, all or nothing. */
function elementsShown(kept: unknown[], now: unknown[]): unknown[] {
  if (!kept.every((one) => isFields(one) && 'id' in one)) return now.length > 0 ? kept : []
  const byId = new Map(now.filter(isFields).map((one) => [one.id, one]))
  return (kept as Fields[]).flatMap((one) => {
    const found = byId.get(one.id)
    return found ? [partShown(one, found)] : []
  })
}
