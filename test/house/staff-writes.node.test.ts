import { describe, expect, it } from 'vitest'
import { EMPLOYEES } from '#kernel/roles.ts'
import { sourcesOf } from '#testing/sources.ts'
import { type Named, operations } from '../contract/operations.ts'

// Every operation by which only the team changes something stands here once, with whether it asks for a proof of the owner. What does
// is also mailed to every ADMIN (docs/accounts.md, Staff acts): `staffAct` does both, and test/people/users/grave-acts.test.ts plays it.

const ASKS = {
  always: ['adjustLedger', 'deleteUser', 'restoreUser', 'setModerationSettings', 'updatePlatformSettings'],
  ofTeam: ['blockUser', 'forceLogout', 'setRole', 'unblockUser'],
}

/** A code that is mailed says who is there. */
const BY_CODE = [
  'confirmExpense',
  'confirmPayout',
  'confirmRefund',
  'requestExpenseApproval',
  'confirmBooking',
  'confirmSettlement',
  'requestBooking',
  'requestPayoutApproval',
  'requestSettlement',
  'requestRefundApproval',
  'resendExpenseCode',
  'resendPayoutCode',
  'resendRefundCode',
]

const ASKS_NOT = [
  ...['addOrderNote', 'adminCancelOrder', 'adminRefundOrder', 'approveKyc', 'approveProduct', 'approveRider'],
  ...['approveReview', 'rejectReview'],
  ...[
    'loseDelivery',
    'removeMedia',
    'approveShop',
    'assignDelivery',
    'assignTicket',
    'broadcast',
    'cancelPayout',
    'checkPayout',
    'checkRefund',
  ],
  ...['checkTransaction', 'createCategory', 'createExchangeRate', 'createExpense', 'createPlan', 'createPost'],
  ...['createSubcategory', 'createZone', 'deleteCategory', 'deleteExchangeRate', 'deletePlan', 'deletePost'],
  ...['deleteSubcategory', 'deleteZone', 'dismissIncident', 'freezeWallet', 'publishPost', 'reactivateRider'],
  ...['reactivateShop', 'rejectExpense', 'rejectKyc', 'rejectProduct', 'rejectRefund', 'rejectRider', 'rejectShop'],
  ...['replacePlanPrices', 'requestKycChanges', 'requestPayin', 'requestProductChanges', 'requestShopChanges'],
  ...['resolveIncident', 'resolvePayout', 'resolveRefund', 'resolveReport', 'resolveTicket', 'resolveTransaction'],
  ...['restoreProduct', 'retryRefund', 'revokeKyc', 'runLedgerChecks', 'setPostCover', 'suspendRider', 'suspendShop'],
  ...['takeProductDown', 'unassignDelivery', 'unfreezeWallet', 'unpublishPost', 'updateCategory', 'updateExchangeRate'],
  ...['updateExpense', 'updateIncident', 'updatePlan', 'updatePost', 'updateSubcategory', 'updateTicket', 'updateZone'],
  ...['upsertExchangeRate', 'verifyEmailByStaff', 'verifyPhoneByStaff', 'voidInvoice'],
]

const isStaffAct = ({ method, operation: { roles } }: Named) =>
  method !== 'GET' && Array.isArray(roles) && roles.every((role) => EMPLOYEES.includes(role))

describe('what only the team may change', () => {
  it('says whether it asks for a proof of the owner, every operation of it', () => {
    const said: [string, string | undefined][] = [
      ...ASKS.always.map((id) => [id, 'always'] as [string, string]),
      ...ASKS.ofTeam.map((id) => [id, 'ofTeam'] as [string, string]),
      ...[...BY_CODE, ...ASKS_NOT].map((id) => [id, undefined] as [string, undefined]),
    ]
    const declared = new Map(operations.filter(isStaffAct).map(({ operation: { id, proof } }) => [id, proof]))
    const byId = (one: [string, unknown], other: [string, unknown]) => one[0].localeCompare(other[0])
    expect([...declared].sort(byId)).toEqual(said.sort(byId))
  })

  it('asks for it nowhere else: an operation of one’s own account asks by itself', () => {
    const others = operations.filter((route) => !isStaffAct(route) && route.operation.proof !== undefined)
    expect(others.map(({ name }) => name)).toEqual([])
  })

  it('is written to the record by staffAct alone where it is grave, so that no verb of it forgets to ask', () => {
    const grave = [
      ...(sourcesOf('src/domain/core/audit.ts')[0]?.text.match(/GRAVE_ACTS = \[([^\]]*)\]/)?.[1] ?? '').matchAll(
        /'([^']+)'/g,
      ),
    ]
    const all = sourcesOf('src/**/*.ts')
      .map(({ text }) => text)
      .join('\n')
    for (const [, action] of grave)
      expect(all.match(new RegExp(`staffAct\\(\\s*ctx,\\s*'${action}'`, 'g')), action).toHaveLength(1)
    expect(grave).toHaveLength(ASKS.always.length + ASKS.ofTeam.length)
  })
})
