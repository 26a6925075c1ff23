import { expect, it } from 'vitest'
import { routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'
import { isStaffAct, NOT_RECORDED } from '#testing/staff-acts.ts'

const acts = new Set(
  routesOf(app)
    .filter(isStaffAct)
    .map(({ operation }) => operation.id),
)

it('every act of the team is one that testing/staff-acts.ts watches, or is left out by its name', () => {
  expect(acts.size).toBeGreaterThan(70)
  expect(Object.keys(NOT_RECORDED).filter((id) => !acts.has(id))).toEqual([])
})
