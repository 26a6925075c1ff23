/** One page of a list: `page` from 1, `limit` 1-100 (docs/limits.md, Lists). */
export type Page = { page: number; limit: number }

export const offsetOf = ({ page, limit }: Page) => (page - 1) * limit

/** The pagination envelope of docs/conventions.md, Lists. */
export const pagination = ({ page, limit }: Page, total: number) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
})
