import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { onceAdmitted, type Question } from '#db/admission.ts'
import { admit } from '#db/admit.ts'
import { guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

const { ctx } = openDomain(addMarket)
const { db } = ctx
const OVER = guard('ATTACK_OVER', 'UNAUTHORIZED')
const hold = { statement: { sql: "INSERT INTO guard (code) SELECT 'x' WHERE 0", params: [] }, guard: OVER.name }
const READ = db.select({ id: users.id }).from(users).where(eq(users.id, 'buyer'))

function request(judge: Question['judge'] = () => true) {
  const question = { statement: { sql: 'SELECT ? AS n', params: [7] }, judge: vi.fn(judge) }
  return { ...question, admission: admit(db, [question], hold) }
}

describe('a verb that runs again', () => {
  it('leaves its work for later once, though the first run read nothing', async () => {
    const work = vi.fn(async () => {})
    const left: Promise<void>[] = []
    await request(() => false).admission.run(async () => {
      left.push(onceAdmitted(work))
      return 'done'
    })
    await Promise.all(left)
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('and with a right guess as well', async () => {
    const work = vi.fn(async () => {})
    const left: Promise<void>[] = []
    await request().admission.run(async () => {
      left.push(onceAdmitted(work))
      return 'done'
    })
    await Promise.all(left)
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('is judged once, though it ended while a read was under way', async () => {
    let known = false
    const { admission, judge } = request(() => {
      known = true
      return true
    })
    await admission.run(async () => {
      await Promise.all([READ, (async () => known || admission.unsettled())()])
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(judge).toHaveBeenCalledTimes(1)
  })

  it('runs again though the first run failed by a fault that its wrong guess caused', async () => {
    let role = 'BUYER'
    const { admission } = request(() => {
      role = 'SELLER'
      return false
    })
    const verb = async () => {
      if (role === 'BUYER') throw new TypeError('nobody expects a buyer here')
      return role
    }
    await expect(admission.run(verb)).resolves.toBe('SELLER')
  })

  it('answers a refusal of its own that is a stumble by the refusal of its session', async () => {
    const { admission } = request(() => {
      throw new Error('refused')
    })
    await expect(admission.run(async () => READ.then(() => 'shown'))).rejects.toThrow('refused')
  })
})
