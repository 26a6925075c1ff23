import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { isOpenAt, isOpenSql, nextOpening, opensAt } from '#domain/core/opening-hours.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { randomOf } from '#testing/random.ts'

const domain = openDomain(addMarket)
/** A time of the service's calendar, UTC+2. 5 September 2026 is a Saturday. */
const at = (day: number, time: string) => Date.parse(`2026-09-${String(day).padStart(2, '0')}T${time}:00+02:00`)
const shop = (openingHours: { day: number; open: string; close: string }[], closure: object = {}) => ({
  ...{ openingHours, closedFrom: null, closedTo: null },
  ...closure,
})
const SATURDAY_NIGHT = [{ day: 6, open: '18:00', close: '02:00' }]

describe('hours', () => {
  it.each([
    [5, '17:59', false],
    [5, '18:00', true],
    [5, '23:59', true],
    [6, '00:00', true],
    [6, '01:59', true],
    [6, '02:00', false],
    [6, '18:00', false],
  ])('that pass midnight: September %i at %s, open: %s', (day, time, isOpen) => {
    expect(isOpenAt(shop(SATURDAY_NIGHT), at(day, time))).toBe(isOpen)
  })

  it('are those of UTC+2, and none are always', () => {
    const sunday = shop([{ day: 0, open: '00:00', close: '01:00' }])
    expect(isOpenAt(sunday, Date.UTC(2026, 8, 5, 22, 30))).toBe(true)
    expect(isOpenAt(sunday, Date.UTC(2026, 8, 6, 0, 30))).toBe(false)
    expect(isOpenAt(shop([]), 0)).toBe(true)
    expect(opensAt(shop([]), 0)).toBeNull()
  })

  it('let somebody in at the next opening, a week later at most', () => {
    const two = [
      { day: 1, open: '08:00', close: '12:00' },
      { day: 1, open: '14:00', close: '18:00' },
    ]
    expect(nextOpening(two, at(7, '12:00'))).toBe(at(7, '14:00'))
    expect(nextOpening(two, at(7, '15:00'))).toBe(at(7, '15:00'))
    expect(nextOpening(two, at(7, '18:00'))).toBe(at(14, '08:00'))
    expect(nextOpening(SATURDAY_NIGHT, at(6, '02:00'))).toBe(at(12, '18:00'))
  })
})

describe('a closure', () => {
  const WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, open: '08:00', close: '18:00' }))
  it.each([
    ['ends, and the hours begin later', { closedFrom: at(1, '00:00'), closedTo: at(5, '12:00') }, at(7, '08:00')],
    ['ends within the hours', { closedFrom: at(1, '00:00'), closedTo: at(4, '12:00') }, at(4, '12:00')],
    ['has no end yet', { closedFrom: at(1, '00:00') }, null],
  ])('%s', (_what, closure, expected) => {
    expect(isOpenAt(shop(WEEK, closure), at(3, '10:00'))).toBe(false)
    expect(opensAt(shop(WEEK, closure), at(3, '10:00'))).toBe(expected)
  })

  it('that comes before the next opening is waited for', () => {
    const closure = { closedFrom: at(4, '00:00'), closedTo: at(8, '00:00') }
    expect(opensAt(shop(WEEK, closure), at(3, '19:00'))).toBe(at(8, '08:00'))
    expect(isOpenAt(shop(WEEK, closure), at(3, '17:00'))).toBe(true)
  })
})

it('statements say the same as words', async () => {
  const random = randomOf(7)
  const time = () => `${String(random.below(24)).padStart(2, '0')}:${random.pick(['00', '15', '30', '59'])}`
  for (let i = 0; i < 400; i++) {
    const openingHours = Array.from({ length: random.below(5) }, () => ({
      ...{ day: random.below(7), open: time(), close: time() },
    })).filter(({ open, close }) => open !== close)
    const now = at(1 + random.below(14), time())
    const closure = {
      closedFrom: random.pick([null, now - 1, now, now + 1]),
      closedTo: random.pick([null, now, now + 1]),
    }
    domain.run(
      'UPDATE shops SET opening_hours = ?, closed_from = ?, closed_to = ?',
      ...[JSON.stringify(openingHours), ...[closure.closedFrom, closure.closedTo]],
    )
    const said = isOpenAt({ openingHours, ...closure }, now)
    const [row] = await domain.ctx.db.all<{ said: number }>(sql`SELECT ${isOpenSql('s', now)} AS said FROM shops s`)
    expect(row?.said === 1, JSON.stringify({ openingHours, now, closure })).toBe(said)
    const next = nextOpening(openingHours, now)
    expect(isOpenAt(shop(openingHours), next)).toBe(true)
    expect(next - now).toBeLessThanOrEqual(7 * 86_400_000)
  }
})
