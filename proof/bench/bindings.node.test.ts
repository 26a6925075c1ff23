import { expect, it } from 'vitest'
import { unfitAddresses, unfitSecrets, unfitSettings } from '#http/boot.ts'
import { BINDINGS } from './servers.ts'

it('production would start with the bindings of the benchmark', () => {
  expect([...unfitSecrets(BINDINGS), ...unfitSettings(BINDINGS), ...unfitAddresses(BINDINGS)]).toEqual([])
})
