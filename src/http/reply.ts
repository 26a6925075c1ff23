import type { Context } from 'hono'
import type { Ctx } from '../domain/core/context.ts'
import type { AppEnv } from './app-env.ts'

/** The success envelope of docs/conventions.md, Envelope. */
export const ok = <T>(data: T) => ({ success: true as const, data })

/** What a verb needs of this request. */
export const ctx = (c: Context<AppEnv>): Ctx => c.get('ctx')
