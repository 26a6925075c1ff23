import { sql } from 'drizzle-orm'
import { customType, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, updatedAt } from '#db/columns.ts'
import { uniqueKey } from '#db/constraint.ts'
import { sellerProfiles } from '../shops/profiles.ts'
import { shops } from '../shops/shops.ts'

export const IMPORT_STATUSES = ['CHECKING', 'RUNNING', 'DONE', 'REFUSED'] as const

/** An error of a line: its number as a spreadsheet shows it, the column, and the reason in French. */
export type ImportError = { line: number; field: string; message: string }
/** Errors as stored values alone, [line, field, message], because a file may have a thousand. */
const importErrors = customType<{ data: ImportError[]; driverData: string }>({
  dataType: () => 'text',
  toDriver: (errors) => JSON.stringify(errors.map(({ line, field, message }) => [line, field, message])),
  fromDriver: (text) =>
    (JSON.parse(text) as [number, string, string][]).map(([line, field, message]) => ({ line, field, message })),
})

/** A file of products that a seller sent for one shop, and the progress of its import. */
export const productImports = sqliteTable(
  'product_imports',
  {
    id: id(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    sellerProfileId: text('seller_profile_id')
      .notNull()
      .references(() => sellerProfiles.id),
    status: text('status', { enum: IMPORT_STATUSES }).notNull(),
    lines: integer('lines').notNull(),
    done: integer('done').notNull().default(0),
    /** The last line that a step took; the next step begins after it. */
    cursor: integer('cursor').notNull().default(0),
    errors: importErrors('errors').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Failed turns of its job in a row. */
    failures: integer('failures').notNull().default(0),
  },
  (t) => [
    uniqueIndex('product_imports_open').on(t.shopId).where(sql`status = 'RUNNING'`),
    index('product_imports_running').on(t.createdAt).where(sql`status = 'RUNNING'`),
    index('product_imports_shop').on(t.shopId),
    index('product_imports_seller').on(t.sellerProfileId, t.createdAt),
  ],
)

uniqueKey([productImports.shopId], 'Une importation est déjà en cours pour cette boutique.')

/** Checked lines that wait for their step. */
export const productImportLines = sqliteTable(
  'product_import_lines',
  {
    importId: text('import_id')
      .notNull()
      .references(() => productImports.id),
    line: integer('line').notNull(),
    /** JSON text, which a step reads. */
    content: text('content').notNull(),
  },
  (t) => [primaryKey({ name: 'product_import_lines_pk', columns: [t.importId, t.line] })],
)
