import * as z from 'zod'
import { IMPORT_STATUSES } from '#db/schema/catalogue/imports.ts'
import * as f from '#kernel/fields.ts'
import type { ImportRow } from './queries.ts'

/** An import of products (docs/states.md, Import of products). */
export const ImportView = z
  .object({
    id: f.id,
    status: z.enum(IMPORT_STATUSES).meta({ id: 'ImportStatus' }),
    lines: z.int(),
    done: z.int(),
    errors: z.array(z.object({ line: z.int(), field: z.string(), message: z.string() })),
  })
  .meta({ id: 'ProductImport' })

export const viewImport = ({ id, status, lines, done, errors }: ImportRow): z.output<typeof ImportView> => ({
  id,
  status,
  lines,
  done,
  errors,
})
