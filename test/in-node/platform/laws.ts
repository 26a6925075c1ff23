import { afterAll } from 'vitest'
import { expectLaws } from '../../laws.ts'

// When a file is done: the laws of the money and the stock.
afterAll(() => expectLaws())
