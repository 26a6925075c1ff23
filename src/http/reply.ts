import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { Ctx } from '../domain/core/context.ts'
import type { CsvFile } from '../kernel/csv/csv.ts'
import type { AppEnv } from './app-env.ts'

/** The success envelope of docs/conventions.md, Envelope. */
export const ok = <T>(data: T) => ({ success: true as const, data })

/** The context of this request, for verbs. */
export const ctx = (c: Context<AppEnv>): Ctx => c.get('ctx')

/** Answers a CSV file, which browsers save under its name. */
export function csv(c: Context<AppEnv>, { name, body }: CsvFile) {
  c.header('Content-Disposition', `attachment; filename="${name}"`)
  return c.body(body, 200, { 'Content-Type': 'text/csv; charset=utf-8' })
}

/** Answers a PDF, to look at or to save under its name. */
export function pdf(c: Context<AppEnv>, { name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> }) {
  c.header('Content-Disposition', `inline; filename="${name}"`)
  return c.body(bytes, 200, { 'Content-Type': 'application/pdf' })
}

/** Whether the caller prefers a PDF to JSON. */
export function asksForPdf(c: Context<AppEnv>): boolean {
  c.header('Vary', 'Accept', { append: true })
  const supports = ['application/json', 'application/pdf']
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'application/pdf'
}
