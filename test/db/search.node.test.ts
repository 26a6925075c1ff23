import { expect, it } from 'vitest'
import { openStore } from '#testing/store.ts'

const { db } = openStore()
const found = (match: string) =>
  db
    .prepare(
      'SELECT thing_id FROM products_search JOIN search_keys k ON k.row = products_search.rowid WHERE products_search MATCH ?',
    )
    .all(match)
    .map((row) => row.thing_id)

it('the search has what is on sale, and finds it where it stands', () => {
  db.exec(`PRAGMA foreign_keys = OFF;
    INSERT INTO products (id, shop_id, seller_profile_id, category_id, subcategory_id, name, slug, description, currency, created_at, updated_at)
      VALUES ('a', 'shop-1', 'sp', 'cat-1', 'sub-1', 'Café', 'a', 'du Kivu', 'USD', 1, 1), ('b', 'shop-1', 'sp', 'cat-1', 'sub-1', 'Café', 'b', '', 'CDF', 1, 1);
    UPDATE products SET visible = 1`)
  expect(found('cafe AND place : "cat1"')).toEqual(['a', 'b'])
  expect(found('kivu AND place : "usd"')).toEqual(['a'])
  db.exec("UPDATE products SET category_id = 'cat-2' WHERE id = 'a'; UPDATE products SET visible = 0 WHERE id = 'b'")
  expect([found('place : "cat1"'), found('place : "cat2"')]).toEqual([[], ['a']])
})
