import { fail } from '#kernel/failure.ts'
import type { Ctx } from '../context.ts'
import { readOnAir } from './on-air.ts'

/** A public picture by the end of its address. 404 */
export const getMedia = async (ctx: Ctx, key: string) => (await readOnAir(ctx, key)) ?? fail('NOT_FOUND')
