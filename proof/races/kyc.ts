import { IDENTITY, PROFILE } from '#testing/fixtures/inputs.ts'
import { call, mustCall } from '#testing/running/call.ts'
import { memberOfStaff, newPerson, paperForm } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

/** A seller whose identity file lacks nothing. */
async function completeFile(service: RunningService) {
  const seller = await newPerson(service)
  await mustCall(service, seller, 'POST', '/seller/profile', PROFILE)
  await mustCall(service, seller, 'PUT', '/seller/kyc', IDENTITY)
  await mustCall(service, seller, 'POST', '/seller/kyc/documents', paperForm('ID_FRONT'))
  const file = await mustCall(service, seller, 'POST', '/seller/kyc/documents', paperForm('SELFIE'))
  return { seller, kycId: file.id as string, paper: file.documents[0].id as string }
}

/** The same, before staff: handed in, and approved where that is asked for. */
async function fileBefore(service: RunningService, { isApproved = false } = {}) {
  const [file, admin] = [await completeFile(service), await memberOfStaff(service, 'ADMIN')]
  await mustCall(service, file.seller, 'POST', '/seller/kyc/submit')
  if (isApproved) await mustCall(service, admin, 'POST', `/seller/kyc/admin/${file.kycId}/approve`, {})
  return { ...file, admin }
}

const decide = (service: RunningService, { admin, kycId }: Awaited<ReturnType<typeof fileBefore>>, decision: string) =>
  call(service, admin, 'POST', `/seller/kyc/admin/${kycId}/${decision}`, { reason: 'Photo floue' })

const recorded = (service: RunningService, expected: number, kycId: string) =>
  countFault(
    service,
    expected,
    'acts',
    `SELECT count(*) AS n FROM audit WHERE action LIKE 'kyc.%' AND target_id = ?`,
    kycId,
  )

const TAKEN = ['409 INVALID_TRANSITION']

export const kycRaces = [
  race({
    name: 'kyc: handed in once, however it is edited meanwhile',
    operations: ['POST /seller/kyc/submit', 'PUT /seller/kyc'],
    prepare: completeFile,
    send: (service, { seller }, i) =>
      i % 2 === 0
        ? call(service, seller, 'POST', '/seller/kyc/submit')
        : call(service, seller, 'PUT', '/seller/kyc', { legalName: `Aline Mapendo ${i}` }),
    succeed: { least: 1, most: 26 },
    refusals: TAKEN,
    check: (service, { kycId }) =>
      countFault(
        service,
        1,
        'submissions',
        `SELECT count(*) AS n FROM history WHERE thing_id = ? AND event = 'submit'
         AND version = (SELECT max(h.version) FROM history h WHERE h.thing_id = history.thing_id)`,
        kycId,
      ),
  }),
  race({
    name: 'kyc: fifty papers of one kind leave one',
    operations: ['POST /seller/kyc/documents'],
    prepare: async (service) => (await completeFile(service)).seller,
    send: (service, seller) => call(service, seller, 'POST', '/seller/kyc/documents', paperForm('ID_BACK')),
    succeed: 'all',
    refusals: [],
    check: (service, { id }) =>
      countFault(
        service,
        1,
        'papers',
        `SELECT count(*) AS n FROM documents WHERE owner_id = ? AND kind = 'ID_BACK'`,
        id,
      ),
  }),
  race({
    name: 'kyc: a paper is taken away, or the file is handed in with it',
    operations: ['DELETE /seller/kyc/documents/:id', 'POST /seller/kyc/submit'],
    prepare: completeFile,
    send: (service, { seller, paper }, i) =>
      i % 2 === 0
        ? call(service, seller, 'DELETE', `/seller/kyc/documents/${paper}`)
        : call(service, seller, 'POST', '/seller/kyc/submit'),
    succeed: 1,
    refusals: [...TAKEN, '404 NOT_FOUND'],
    check: (service, { kycId, paper }) =>
      countFault(
        service,
        0,
        'files handed in without their paper',
        `SELECT count(*) AS n FROM kyc k WHERE k.id = ? AND k.status = 'SUBMITTED'
         AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = ?)`,
        kycId,
        paper,
      ),
  }),
  race({
    name: 'kyc: two reviewers decide once',
    operations: [
      'POST /seller/kyc/admin/:id/approve',
      'POST /seller/kyc/admin/:id/reject',
      'POST /seller/kyc/admin/:id/request-changes',
    ],
    prepare: (service) => fileBefore(service),
    send: (service, file, i) => decide(service, file, ['approve', 'reject', 'request-changes'][i % 3] ?? ''),
    succeed: 1,
    refusals: TAKEN,
    check: (service, { kycId }) => recorded(service, 1, kycId),
  }),
  race({
    name: 'kyc: revoked once, and not approved again without being handed in',
    operations: ['POST /seller/kyc/admin/:id/revoke', 'POST /seller/kyc/admin/:id/approve'],
    prepare: (service) => fileBefore(service, { isApproved: true }),
    send: (service, file, i) => decide(service, file, i % 2 === 0 ? 'revoke' : 'approve'),
    succeed: 1,
    refusals: TAKEN,
    check: (service, { kycId }) => recorded(service, 2, kycId),
  }),
]
