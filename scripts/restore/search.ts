import type { DatabaseSync } from 'node:sqlite'
import { foldInSql, nameParts, searchable, searchableBrand, variantWords } from '#db/searchable.ts'

const PRODUCT = `${searchable('p.name')}, ${searchableBrand('p.brand')}, ${variantWords('p.id')}, ${foldInSql('p.description')}`

/**
 * The rows of each full-text table, as (rowid, columns). Backups do not hold these tables, so they are filled here as
 * their triggers fill them.
 */
export const SEARCHED: Record<string, string> = {
  users_search: `SELECT k.row, ${searchable('u.name')}, u.email FROM users u JOIN search_keys k ON k.thing_id = u.id`,
  sellers_search: `
    SELECT k.row, ${searchable('s.business_name')}, coalesce(s.rccm, '') || ' ' || coalesce(s.id_nat, '') || ' ' || coalesce(s.tax_number, ''), s.contact_phone
    FROM seller_profiles s JOIN search_keys k ON k.thing_id = s.id`,
  shops_search: `
    SELECT k.row, ${searchable('s.name')}, ${foldInSql('s.description')}, ${searchable("s.address ->> 'city'")} FROM shops s JOIN search_keys k ON k.thing_id = s.id
    WHERE s.status = 'PUBLISHED'`,
  products_search: `
    SELECT k.row, ${PRODUCT},
      replace(p.category_id || ' ' || p.subcategory_id || ' ' || p.shop_id, '-', '') || ' ' || p.currency
    FROM products p JOIN search_keys k ON k.thing_id = p.id WHERE p.visible = 1`,
  all_products_search: `
    SELECT k.row, ${PRODUCT},
      replace(p.shop_id, '-', '') || ' ' || p.status || ' ' || replace(p.moderation_status, '_', '')
    FROM products p JOIN search_keys k ON k.thing_id = 'any:' || p.id WHERE p.deleted_at IS NULL`,
  stock_search: `
    SELECT k.row, ${searchable("p.name || ' ' || coalesce(v.name, '') || ' ' || coalesce(v.sku, '')")}, replace(v.stock_shop_id, '-', '')
    FROM variants v JOIN products p ON p.id = v.product_id JOIN search_keys k ON k.thing_id = v.id WHERE v.stock_shop_id IS NOT NULL`,
  expenses_search: `SELECT k.row, ${searchable('e.label')}, ${searchable('e.vendor')}, ${foldInSql('e.notes')} FROM expenses e JOIN search_keys k ON k.thing_id = e.id`,
  // Nobody finds an erased person, nor the phone numbers that paid.
  orders_search: `
    SELECT k.row, iif(u.erased_at IS NULL, ${nameParts('u.name')}, u.name), iif(u.erased_at IS NULL, u.email, ''),
      iif(u.erased_at IS NULL, coalesce(u.phone, ''), ''), iif(u.erased_at IS NULL, coalesce(o.sealed_payers, (
        SELECT group_concat(' ' || g.phone, '' ORDER BY w.rowid) FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id
        WHERE w.order_id = o.id), ''), '')
    FROM orders o JOIN users u ON u.id = o.buyer_id JOIN search_keys k ON k.thing_id = o.id`,
}

/** The full-text tables of a database. */
export const searchTables = (db: DatabaseSync): string[] =>
  db
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual' ORDER BY name")
    .all()
    .map(({ name }) => String(name))

/** Fills every full-text table. @throws if a table has no entry above */
export function rebuildSearch(db: DatabaseSync): void {
  for (const name of searchTables(db)) {
    const rows = SEARCHED[name]
    if (!rows) throw new Error(`Nothing says what ${name} searches: scripts/restore/search.ts.`)
    const columns = db
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(name)
      .map((column) => `"${column.name}"`)
    db.exec(`DELETE FROM ${name}; INSERT INTO ${name} (rowid, ${columns.join(', ')}) ${rows}`)
  }
}
