import { expect, it } from 'vitest'
import { routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'
import { openApiDocument } from '../../scripts/openapi/document.ts'
import { type Document, operationsOf } from './document.ts'
import { compile } from './schemas.ts'

const document = openApiDocument(routesOf(app)) as Document
const schemas = compile(document)

it.each([
  ['verifyRecovery', { recoveryId: 'r' }, { code: '123456' }, { backupCode: 'abcd-efgh' }, true],
  ['loginTotp', { pendingToken: 'p' }, { code: '123456' }, { backupCode: 'abcd-efgh' }, false],
  ['reauthenticate', {}, { code: '123456' }, { password: 'Mot-de-passe-1' }, false],
])('the document says of %s that it takes the one or the other', (operationId, always, one, other, takesBoth) => {
  const operation = operationsOf(document).find((each) => each.operationId === operationId)
  if (!operation) throw new Error(`${operationId} is no operation`)
  const isValid = (value: object) => schemas.isValidBody(operation, { ...always, ...value })
  expect([isValid(one), isValid(other), isValid({}), isValid({ ...one, ...other })]).toEqual([
    true,
    true,
    false,
    takesBoth,
  ])
  expect(isValid({ ...one, zzUnknown: 1 })).toBe(false)
  expect(operation.body?.required).toBe(true)
})

it('the document says where a proof may be left out', () => {
  const operation = operationsOf(document).find((each) => each.operationId === 'disableTotp')
  if (!operation) throw new Error('disableTotp is no operation')
  const isValid = (value: object) => schemas.isValidBody(operation, value)
  const [code, password] = [{ code: '123456' }, { password: 'Mot-de-passe-1' }]
  expect([isValid(code), isValid(password), isValid({}), isValid({ ...code, ...password })]).toEqual([
    true,
    true,
    true,
    false,
  ])
})
