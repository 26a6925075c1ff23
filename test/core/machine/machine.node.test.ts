import { expect, it } from 'vitest'
import { Stale } from '#db/violation.ts'
import { commit } from '#domain/core/commit.ts'
import { recordCreation, revise, transition } from '#domain/core/machine.ts'
import { transactionMachine } from '#domain/money/gateways/machine.ts'
import { refundMachine } from '#domain/orders/refunds/machine.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addTransaction } from '#testing/domain/money.ts'

const domain = openDomain()
const { ctx } = domain

const moved = () =>
  domain.row(
    'SELECT status, version, reached_at, failure_code, updated_at FROM gateway_transactions WHERE id = ?',
    'tx',
  )
const history = () => domain.rows('SELECT * FROM history ORDER BY version')

it('a move changes the status and appends to the history', async () => {
  const tx = addTransaction(domain, { id: 'tx' })
  await commit(ctx, [recordCreation(ctx, 'gateway_transaction', 'tx', 'pending')])
  const by = { ...domain.as({ id: 'u1' }), now: NOW + 5 }
  const change = { reason: 'refusé', set: { failureCode: 'NO_FUNDS' } }
  await commit(by, transition(by, transactionMachine, tx, 'fail', change))

  const { reached_at, ...row } = moved() as { reached_at: string }
  expect(JSON.parse(reached_at)).toEqual({ failed: NOW + 5 })
  expect(row).toEqual({
    status: 'failed',
    version: 2,
    failure_code: 'NO_FUNDS',
    updated_at: NOW + 5,
  })
  expect(history()).toEqual([
    {
      thing_id: 'tx',
      version: 1,
      thing: 'gateway_transaction',
      event: 'create',
      from_status: null,
      to_status: 'pending',
      actor_id: null,
      caller: 'guest',
      reason: null,
      at: NOW,
    },
    {
      thing_id: 'tx',
      version: 2,
      thing: 'gateway_transaction',
      event: 'fail',
      from_status: 'pending',
      to_status: 'failed',
      actor_id: 'u1',
      caller: 'person',
      reason: 'refusé',
      at: NOW + 5,
    },
  ])
})

it('a move without more to say says nothing more', async () => {
  const tx = addTransaction(domain, { id: 'tx' })
  addTransaction(domain, { id: 'other', subjectId: 'other' })
  await commit(ctx, transition(ctx, transactionMachine, tx, 'succeed'))
  expect(moved()).toMatchObject({ status: 'succeeded', version: 2, failure_code: null })
  expect(history()).toMatchObject([{ event: 'succeed', reason: null }])
  expect(domain.row("SELECT status, version FROM gateway_transactions WHERE id = 'other'")).toEqual({
    status: 'pending',
    version: 1,
  })
})

it('an edit takes the same lock and stays where it is', async () => {
  const tx = addTransaction(domain, { id: 'tx' })
  const [first, second] = [1, 2].map((n) =>
    revise(ctx, transactionMachine, tx, 'edit', { reason: `${n}`, set: { failureCode: `F${n}` } }),
  ) as [ReturnType<typeof revise>, ReturnType<typeof revise>]
  await commit(ctx, first)
  await expect(commit(ctx, second)).rejects.toThrow(Stale)
  expect(moved()).toMatchObject({ status: 'pending', version: 2, failure_code: 'F1', reached_at: '{}' })
  expect(history()).toMatchObject([
    { event: 'edit', from_status: 'pending', to_status: 'pending', reason: '1', thing: 'gateway_transaction' },
  ])
})

it('a move that the table does not have writes nothing', () => {
  const refund = { id: 'r', status: 'SUCCEEDED', version: 3 } as const
  expect(() => transition(ctx, refundMachine, refund, 'start')).toThrow(
    "Impossible d'envoyer ce remboursement : le remboursement est déjà effectué.",
  )
})
