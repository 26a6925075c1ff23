import { describe, expect, it } from 'vitest'
import { decideProduct } from '#domain/catalogue/moderation/decide.ts'
import { setModerationSettings, showModerationSettings } from '#domain/catalogue/moderation/settings.ts'
import { showModeration } from '#domain/catalogue/moderation/show.ts'
import { submitProduct } from '#domain/catalogue/moderation/submit.ts'
import { setProductStatus } from '#domain/catalogue/products/editing/set-status.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket, addPicture, addPlan } from '#testing/domain/market.ts'

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 2, 2)
  addPicture(market, 'i0', 0)
})
const seller = () => domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' })
const standing = () =>
  domain.row(
    'SELECT moderation_status AS now, moderation_mode AS mode, approved_before AS before, visible FROM products',
  )

describe('what becomes PENDING', () => {
  it.each([
    ['PRE', 0],
    ['POST', 1],
  ])('is so under the mode of now, %s, whatever it was before', async (mode, visible) => {
    domain.add('moderation_settings', { id: 1, mode, updated_at: NOW })
    const before = mode === 'PRE' ? 'POST' : 'PRE'
    const again = (status: string, moderation: string) =>
      domain.run(
        'UPDATE products SET status = ?, moderation_status = ?, moderation_mode = ?, approved_before = 1, visible = 0',
        ...[status, moderation, before],
      )
    const pending = { now: 'PENDING', mode, before: 0, visible }
    again('PUBLISHED', 'REJECTED')
    await submitProduct(seller(), 'prod')
    expect(standing()).toEqual(pending)
    again('DRAFT', 'NONE')
    await setProductStatus(seller(), 'prod', { status: 'PUBLISHED' })
    expect(standing()).toEqual(pending)
  })
})

describe('a product that was never on sale', () => {
  it('has no history of moderation, and no reason', async () => {
    expect(await showModeration(seller(), 'prod')).toMatchObject({
      ...{ moderationStatus: 'NONE', reason: null, reasonCode: null, history: [] },
    })
  })
})

describe('the mode', () => {
  it('is POST until somebody sets it, and then what was set', async () => {
    expect(await showModerationSettings(domain.ctx)).toEqual({ mode: 'POST' })
    const admin = domain.as({ id: 'admin', role: 'ADMIN', provenAt: NOW })
    for (const mode of ['PRE', 'POST', 'PRE'] as const) {
      expect(await setModerationSettings(admin, { mode })).toEqual({ mode })
      expect(await showModerationSettings(domain.ctx)).toEqual({ mode })
    }
  })
})

describe('a decision', () => {
  it('is in the history of its product under its own name', async () => {
    domain.run("UPDATE products SET moderation_status = 'PENDING'")
    await decideProduct(domain.as({ id: 'admin', role: 'ADMIN' }), 'prod', 'approve', {})
    expect(domain.rows('SELECT version, event, actor_id FROM history')).toEqual([
      { version: 2, event: 'moderate', actor_id: 'admin' },
    ])
  })
})
